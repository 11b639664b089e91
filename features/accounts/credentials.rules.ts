import { EMAIL_ADDRESS, withAsciiDomain, withoutInvisible } from './email.rules.ts';
import { invalid } from '../../contract/texts.ts';

/**
 * Checks that the forms before the login make before they call the server. They do without the schema library, which
 * would double the download of a first visit. `credentials.rules.test.ts` compares them with the schemas of the server.
 */

const MAX_EMAIL_LENGTH = 254;
const MAX_PASSWORD_LENGTH = 1024;
const MAX_USERNAME_LENGTH = 60;
const MAX_FULL_NAME_LENGTH = 120;
const MAX_COUNTRY_LENGTH = 60;
const [SHORTEST_PHONE, LONGEST_PHONE] = [5, 40];
const MIN_NEW_PASSWORD_LENGTH = 8;
const MAX_NEW_PASSWORD_LENGTH = 128;

/** Accepts any address at login: one that can no longer be registered may still have an account. */
export function checkLoginEmail(email: string): string | undefined {
  const { length } = email.trim();
  if (length === 0) return invalid('errors.accounts.fill_email');
  return length > MAX_EMAIL_LENGTH
    ? invalid('errors.fields.most_count_characters', { count: MAX_EMAIL_LENGTH })
    : undefined;
}

export function checkEmailAddress(email: string): string | undefined {
  const address = withAsciiDomain(email);
  if (address.length > MAX_EMAIL_LENGTH)
    return invalid('errors.fields.most_count_characters', { count: MAX_EMAIL_LENGTH });
  return EMAIL_ADDRESS.test(address) ? undefined : invalid('errors.accounts.enter_valid_email_address');
}

export function checkGivenPassword(password: string): string | undefined {
  if (password.length === 0) return invalid('errors.accounts.fill_password');
  return password.length > MAX_PASSWORD_LENGTH ? invalid('errors.accounts.password_too_long') : undefined;
}

export function checkNewPassword({ length }: string): string | undefined {
  if (length < MIN_NEW_PASSWORD_LENGTH) return invalid('errors.accounts.password_must_least_8_characters');
  return length > MAX_NEW_PASSWORD_LENGTH ? invalid('errors.accounts.password_must_most_128_characters') : undefined;
}

function checkName(name: string, missing: string, longest: number): string | undefined {
  const { length } = name.trim();
  if (length === 0) return missing;
  if (length > longest) return invalid('errors.fields.most_count_characters', { count: longest });
  return withoutInvisible(name.trim()) === name.trim()
    ? undefined
    : invalid('errors.accounts.name_may_not_contain_invisible');
}

export const checkUsername = (name: string) =>
  checkName(name, invalid('errors.accounts.fill_username'), MAX_USERNAME_LENGTH);
export const checkFullName = (name: string) =>
  checkName(name, invalid('errors.accounts.fill_full_name'), MAX_FULL_NAME_LENGTH);
export const checkCountry = (name: string) =>
  checkName(name, invalid('errors.accounts.choose_country'), MAX_COUNTRY_LENGTH);

/** Checks a phone number that includes its dial code. */
export function checkPhone(phone: string): string | undefined {
  const { length } = phone.trim();
  if (length < SHORTEST_PHONE) return invalid('errors.accounts.fill_phone_number');
  if (length > LONGEST_PHONE) return invalid('errors.fields.most_count_characters', { count: LONGEST_PHONE });
  return /^[0-9+\- ]+$/.test(phone.trim()) ? undefined : invalid('errors.accounts.phone_number_only_digits_plus');
}
