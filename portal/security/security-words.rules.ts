import type { SecurityEvent, SecurityEventKind, SecurityReason } from './security.contract.ts';

export const EVENT_WORDS: Record<SecurityEventKind, string> = {
  SIGNED_IN: 'Signed in',
  LOGIN_FAILED: 'Login failed',
  PASSWORD_WRONG: 'Wrong password',
  TOKEN_REFUSED: 'Token refused',
  FORBIDDEN: 'Access refused',
  LIMITED: 'Limit reached',
  PASSWORD_CHANGED: 'Password changed',
  EMAIL_CHANGED: 'E-mail address changed',
  ROLE_CHANGED: 'Role changed',
  LOCKED: 'Account locked',
  UNLOCKED: 'Account unlocked',
  GOOGLE_LINKED: 'Linked with Google',
  SESSIONS_ENDED: 'Sessions ended',
};

export const REASON_WORDS: Record<SecurityReason, string> = {
  PASSWORD: 'with the password',
  GOOGLE: 'with Google',
  REGISTRATION: 'by registering',
  UNKNOWN_EMAIL: 'no account has this address',
  WRONG_PASSWORD: 'the password is wrong',
  ACCOUNT_LOCKED: 'the account is locked',
  GOOGLE_TOKEN: 'the token of Google is not valid',
  GOOGLE_TOKEN_USED: 'the token of Google was used before',
  UNREADABLE: 'not a token of this portal',
  EXPIRED: 'the session has expired',
  SESSION_ENDED: 'the session has ended',
  LINK_SPENT: 'the mailed link was used before or is too old',
  WRONG_ROLE: 'the role does not allow it',
  PASSWORD_LIMIT: 'too many wrong passwords',
  TAKEN_EMAIL_LIMIT: 'too many registrations with addresses that have an account',
  CALL_LIMIT: 'too many calls',
  BY_OWNER: 'by the owner of the account',
  BY_ADMINISTRATOR: 'by an administrator',
  BY_COMMAND: 'on the command line',
  MAILED_LINK: 'with a mailed link',
  LOGGED_OUT: 'logged out',
  PASSWORD_CHANGED: 'the password was changed',
  EMAIL_CHANGED: 'the e-mail address was changed',
  GOOGLE_LINKED: 'the account was linked with Google',
  ROLE_CHANGED: 'the role was changed',
  LOCKED: 'the account was locked',
  DELETED: 'the account was deleted',
};

/** What was refused; the rest are things that happened. */
const REFUSED: readonly SecurityEventKind[] = [
  'LOGIN_FAILED',
  'PASSWORD_WRONG',
  'TOKEN_REFUSED',
  'FORBIDDEN',
  'LIMITED',
];

export const isRefused = ({ event }: Pick<SecurityEvent, 'event'>): boolean => REFUSED.includes(event);
