import { parsePhoneNumberFromString } from 'libphonenumber-js';
import { COUNTRIES } from './country.ts';
import { phoneNotCallable } from './credentials.rules.ts';

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

/**
 * Returns a phone number as it can be called from anywhere, such as +389 70 123 456. The form sends the dial code
 * followed by what was typed (X-VAL-04), so that a national zero or a number that is already international may stand
 * behind the dial code. Throws for anything that is not a number of that country or of the one that it names.
 */
export function requireCallablePhone(phone: string, country: string): string {
  const from = COUNTRIES.find(({ name }) => name === country);
  const dial = from?.dial ?? '';
  const typed = (dial !== '' && phone.startsWith(dial) ? phone.slice(dial.length) : phone).trim();
  const number = [typed.replace(/^00/, '+'), phone]
    .map((text) => parsePhoneNumberFromString(text, { defaultCountry: from?.iso, extract: false }))
    .find((read) => read?.isValid());
  if (!number) throw phoneNotCallable();
  return number.formatInternational();
}

/** Returns what to store: none at all is allowed, and a number that nobody has changed stays as it is. */
export const requireChangedPhone = (phone: string, country: string, stored: string): string =>
  phone === '' || phone === stored ? phone : requireCallablePhone(phone, country);
