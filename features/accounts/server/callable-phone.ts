import { parsePhoneNumberFromString } from 'libphonenumber-js';
import { COUNTRIES } from '../country.ts';
import { phoneNotCallable } from '../accounts.errors.ts';

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
