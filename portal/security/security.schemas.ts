import * as z from 'zod/mini';
import { Moment, RecordId, chosen } from '../fields.schemas.ts';
import { Cursor, LogTotals } from '../pages.schemas.ts';
import { SECURITY_EVENT_KINDS } from './security.list.ts';
import { invalid } from '../texts.ts';

export const SecurityEventKind = z.enum(SECURITY_EVENT_KINDS);
export type SecurityEventKind = z.output<typeof SecurityEventKind>;

/** Why, or how. */
export const SecurityReason = z.enum([
  // How a user signed in, or linked an account.
  'PASSWORD',
  'GOOGLE',
  'REGISTRATION',
  // Why a sign-in failed.
  'UNKNOWN_EMAIL',
  'WRONG_PASSWORD',
  'ACCOUNT_LOCKED',
  'GOOGLE_TOKEN',
  'GOOGLE_TOKEN_USED',
  // Why a token was refused.
  'UNREADABLE',
  'EXPIRED',
  'SESSION_ENDED',
  'LINK_SPENT',
  // Why a call was refused.
  'WRONG_ROLE',
  'PASSWORD_LIMIT',
  'TAKEN_EMAIL_LIMIT',
  'CALL_LIMIT',
  // How access was changed, or why sessions ended.
  'BY_OWNER',
  'BY_ADMINISTRATOR',
  'BY_COMMAND',
  'MAILED_LINK',
  'LOGGED_OUT',
  'PASSWORD_CHANGED',
  'EMAIL_CHANGED',
  'GOOGLE_LINKED',
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
  /** Who was signed in. */
  actor: Person,
  /** Whose account it is about. */
  account: Person,
  /** The e-mail address that was entered where no one was signed in; empty when it was none. */
  entered: z.string(),
  /** Of the first time; empty for the entry of all networks. */
  address: z.string(),
  /** Method and pattern of the call. */
  call: z.string(),
  detail: z.string(),
  /** ONE: one thing. NETWORK, ALL: what a network, or all of them, attempted beyond what has entries of its own. */
  scope: z.enum(['ONE', 'NETWORK', 'ALL']),
  /** How often within the hour. */
  times: z.int(),
  first_at: z.string(),
  last_at: z.string(),
});
export type SecurityEvent = z.output<typeof SecurityEvent>;

const part = chosen(
  z.string().check(z.trim(), z.maxLength(100, invalid('errors.fields.most_count_characters', { count: 100 }))),
);

export const listSecurityEvents = {
  input: z.object({
    event: chosen(SecurityEventKind),
    /** Part of a name or an e-mail address: of who was signed in, of the account, or as entered. */
    who: part,
    /** How the address begins. */
    address: part,
    from: chosen(Moment),
    /** Before this moment. */
    until: chosen(Moment),
    /** Where the page begins; from the page before it. */
    cursor: chosen(Cursor),
  }),
  reply: z.object({
    events: z.array(SecurityEvent),
    /** Null: there are no more entries. */
    next_cursor: z.nullable(z.string()),
    /** With the first page only. */
    totals: z.nullable(LogTotals),
    /** After how many days entries are removed; 0 = never. */
    stored_days: z.int(),
  }),
};
