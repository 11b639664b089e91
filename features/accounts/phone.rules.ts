import { COUNTRIES } from './country.ts';

/** Returns the dial code of a country by its name; empty for a country that is not in the list. */
export const findDialCode = (country: string): string => COUNTRIES.find(({ name }) => name === country)?.dial ?? '';

/** Removes everything but digits, plus, hyphen and space (X-VAL-05). */
export const keepPhoneCharacters = (text: string): string => text.replace(/[^0-9+\- ]/g, '');

/** Returns the phone to send: dial code plus typed number (X-VAL-04). A number with its own plus is complete. */
export function joinPhone(country: string, number: string): string {
  const typed = number.trim();
  return typed === '' || typed.startsWith('+') ? typed : `${findDialCode(country)}${typed}`;
}

/** Returns the part after the dial code; a stored number with another prefix stays whole (G-57). */
export function withoutDialCode(country: string, phone: string): string {
  const dial = findDialCode(country);
  return dial !== '' && phone.startsWith(dial) ? phone.slice(dial.length).trim() : phone;
}
