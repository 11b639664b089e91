import { withoutInvisible } from './names.rules.ts';

/**
 * What the forms before the login check before they call, without the schema library: it would double what a first visit loads.
 * `credentials.rules.test.ts` holds them against the schemas of the server.
 */

const LONGEST_EMAIL = 254;
const LONGEST_PASSWORD = 1024;
const LONGEST_USERNAME = 60;
const LONGEST_FULL_NAME = 120;
const LONGEST_COUNTRY = 60;
const [SHORTEST_PHONE, LONGEST_PHONE] = [5, 40];
const SHORTEST_NEW_PASSWORD = 8;
const LONGEST_NEW_PASSWORD = 128;

/** Letters, digits and the usual marks, an @, and a domain with at least one dot. */
const EMAIL_ADDRESS =
  /^(?:[A-Za-z0-9_'+-]+\.)*[A-Za-z0-9_'+-]*[A-Za-z0-9_+-]@(?:[A-Za-z0-9][A-Za-z0-9-]*\.)+[A-Za-z]{2,}$/;

/** Any account name of a login: an address that can no longer be registered may still have an account. */
export function checkLoginEmail(email: string): string | undefined {
  const { length } = email.trim();
  if (length === 0) return 'Please fill in the email.';
  return length > LONGEST_EMAIL ? `At most ${LONGEST_EMAIL} characters.` : undefined;
}

export function checkEmailAddress(email: string): string | undefined {
  if (email.trim().length > LONGEST_EMAIL) return `At most ${LONGEST_EMAIL} characters.`;
  return EMAIL_ADDRESS.test(email.trim()) ? undefined : 'Please enter a valid email address.';
}

export function checkGivenPassword(password: string): string | undefined {
  if (password.length === 0) return 'Please fill in the password.';
  return password.length > LONGEST_PASSWORD ? 'The password is too long.' : undefined;
}

export function checkNewPassword({ length }: string): string | undefined {
  if (length < SHORTEST_NEW_PASSWORD) return `The password must have at least ${SHORTEST_NEW_PASSWORD} characters.`;
  return length > LONGEST_NEW_PASSWORD
    ? `The password must have at most ${LONGEST_NEW_PASSWORD} characters.`
    : undefined;
}

function checkName(name: string, missing: string, longest: number): string | undefined {
  const { length } = name.trim();
  if (length === 0) return missing;
  if (length > longest) return `At most ${longest} characters.`;
  return withoutInvisible(name.trim()) === name.trim() ? undefined : 'A name may not contain invisible characters.';
}

export const checkUsername = (name: string) => checkName(name, 'Please fill in the username.', LONGEST_USERNAME);
export const checkFullName = (name: string) => checkName(name, 'Please fill in the full name.', LONGEST_FULL_NAME);
export const checkCountry = (name: string) => checkName(name, 'Please choose a country.', LONGEST_COUNTRY);

/** With its dial code. */
export function checkPhone(phone: string): string | undefined {
  const { length } = phone.trim();
  if (length < SHORTEST_PHONE) return 'Please fill in the phone number.';
  if (length > LONGEST_PHONE) return `At most ${LONGEST_PHONE} characters.`;
  return /^[0-9+\- ]+$/.test(phone.trim()) ? undefined : 'A phone number has only digits, plus, hyphen and space.';
}
