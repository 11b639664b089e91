/**
 * What the sign-in forms check before they call, without the schema library: it would double what a first visit loads.
 * `credentials.rules.test.ts` holds them against the schemas of the server.
 */

const LONGEST_EMAIL = 254;
const LONGEST_PASSWORD = 1024;
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
