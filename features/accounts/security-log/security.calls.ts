import * as z from 'zod/mini';
import { endpoint } from '../../../contract/endpoint.ts';
import { Moment, RecordId, chosen } from '../../../contract/fields.ts';
import { Cursor, LogTotals } from '../../../contract/pages.ts';
import { invalid } from '../../../contract/texts.ts';

export const SECURITY_EVENT_KINDS = [
  'SIGNED_IN',
  'SIGNED_IN_AGAIN',
  'LOGIN_FAILED',
  'PASSWORD_WRONG',
  'TOKEN_REFUSED',
  'FORBIDDEN',
  'LIMITED',
  'PASSWORD_CHANGED',
  'EMAIL_CHANGED',
  'ROLE_CHANGED',
  'LOCKED',
  'UNLOCKED',
  'GOOGLE_LINKED',
  'PROVIDER_LINKED',
  'SECOND_FACTOR_ADDED',
  'SECOND_FACTOR_REMOVED',
  'PASSKEY_ADDED',
  'PASSKEY_REMOVED',
  'COLLEAGUE_INVITED',
  'SESSIONS_ENDED',
  'TOKEN_CREATED',
  'TOKEN_ENDED',
  'VIEWED',
  'DATA_EXPORTED',
  'ACCOUNT_ERASED',
] as const;

export const SecurityEventKind = z.enum(SECURITY_EVENT_KINDS);
export type SecurityEventKind = z.output<typeof SecurityEventKind>;

/** Why or how an event happened. */
export const SecurityReason = z.enum([
  // How a user signed in, or linked an account.
  'PASSWORD',
  'GOOGLE',
  'PROVIDER',
  'REGISTRATION',
  'CODE',
  'RECOVERY_CODE',
  'PASSKEY',
  'CONTINUED',
  // Why a sign-in failed.
  'UNKNOWN_EMAIL',
  'WRONG_PASSWORD',
  'WRONG_CODE',
  'WRONG_PASSKEY',
  'ACCOUNT_LOCKED',
  'GOOGLE_TOKEN',
  'GOOGLE_TOKEN_USED',
  'PROVIDER_ANSWER',
  // Why a token was refused.
  'UNREADABLE',
  'EXPIRED',
  'SESSION_ENDED',
  'LINK_SPENT',
  // Why a call was refused.
  'WRONG_ROLE',
  'ACCESS_TOKEN',
  'PASSWORD_LIMIT',
  'CODE_LIMIT',
  'TAKEN_EMAIL_LIMIT',
  'CALL_LIMIT',
  // How access was changed, or why sessions ended.
  'BY_OWNER',
  'BY_ADMINISTRATOR',
  'BY_COMMAND',
  'MAILED_LINK',
  'LOGGED_OUT',
  'SIGNED_IN_AGAIN',
  'PASSWORD_CHANGED',
  'EMAIL_CHANGED',
  'GOOGLE_LINKED',
  'PROVIDER_LINKED',
  'SECOND_FACTOR',
  'ROLE_CHANGED',
  'LOCKED',
  'DELETED',
]);
export type SecurityReason = z.output<typeof SecurityReason>;

const Person = z.nullable(
  z.object({
    /** Null once the account is deleted. */
    id: z.nullable(RecordId),
    username: z.string(),
    email: z.string(),
  }),
);

export const SecurityEvent = z.object({
  id: RecordId,
  event: SecurityEventKind,
  reason: SecurityReason,
  /** The signed-in user. */
  actor: Person,
  /** The account that the event is about. */
  account: Person,
  /** The e-mail address that was entered while signed out; empty when the input was not an address. */
  entered: z.string(),
  /** IP address of the first occurrence; empty for the entry of all networks. */
  address: z.string(),
  /** Method and path pattern of the call. */
  call: z.string(),
  detail: z.string(),
  /** ONE: one thing. NETWORK, ALL: further attempts of a network, or of all, beyond those with entries of their own. */
  scope: z.enum(['ONE', 'NETWORK', 'ALL']),
  /** Number of occurrences within the hour. */
  times: z.int(),
  first_at: z.string(),
  last_at: z.string(),
});
export type SecurityEvent = z.output<typeof SecurityEvent>;

const part = chosen(
  z.string().check(z.trim(), z.maxLength(100, invalid('errors.fields.most_count_characters', { count: 100 }))),
);

export const listSecurityEvents = endpoint({
  method: 'GET',
  path: '/security-events',
  summary: 'List security events',
  description: 'Sign-ins, refused calls and changes of access, newest first, one page at a time.',
  who: 'security.read',
  input: z.object({
    event: chosen(SecurityEventKind),
    /** Part of a name or an e-mail address: of the signed-in user, of the account, or as entered. */
    who: part,
    /** Beginning of the IP address. */
    address: part,
    from: chosen(Moment),
    /** End of the period, exclusive. */
    until: chosen(Moment),
    /** Where this page begins; taken from the previous page. */
    cursor: chosen(Cursor),
  }),
  reply: z.object({
    events: z.array(SecurityEvent),
    /** Null: there are no more entries. */
    next_cursor: z.nullable(z.string()),
    /** Sent with the first page only. */
    totals: z.nullable(LogTotals),
    /** Days after which entries are removed; 0 = never. */
    stored_days: z.int(),
  }),
});
