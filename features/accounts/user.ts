import { USER_STATUSES } from './user-status.ts';
import * as z from 'zod/mini';
import { Credits, RecordId } from '../../contract/fields.ts';
import { LANGUAGE_CODES } from '../../contract/languages.ts';
import { Role, SessionUser } from '../../contract/session.ts';
import { invalid } from '../../contract/texts.ts';
import { Notification } from '../messaging/notifications.calls.ts';

export const UserStatus = z.enum(USER_STATUSES, invalid('errors.fields.choose_status'));
export type UserStatus = z.output<typeof UserStatus>;

export const PortalLanguage = z.enum(LANGUAGE_CODES, invalid('errors.accounts.choose_language'));

export const MyUser = z.object({
  ...SessionUser.shape,
  full_name: z.string(),
  status: UserStatus,
  verified: z.boolean(),
  /** Language of everything that is written to the account. Null: the portal's default. */
  language: z.nullable(PortalLanguage),
  credit_balance: Credits,
  ai_credit_balance: Credits,
  /** Unread notifications, newest first. */
  notifications: z.array(Notification),
  /** Whether a member of the support is online right now. */
  admin_online: z.boolean(),
  /** A pending change of country, during which the rules of `previous_country` apply as well. Null: none pending. */
  country_change: z.nullable(z.object({ previous_country: z.string(), until: z.string() })),
  /** The customer as whom a colleague acts. Absent: the user is no colleague. */
  company_name: z.optional(z.nullable(z.string())),
});
export type MyUser = z.output<typeof MyUser>;

/** Null for a reader who does not see the balances of users. */
const SeenBalance = z.nullable(Credits);

export const User = z.object({
  id: RecordId,
  username: z.string(),
  full_name: z.string(),
  email: z.string(),
  phone: z.string(),
  country: z.string(),
  credit_balance: SeenBalance,
  ai_credit_balance: SeenBalance,
  role: Role,
  /** Narrows an administrator; null: may do everything. */
  staff_role_id: z.nullable(RecordId),
  status: UserStatus,
  verified: z.boolean(),
  created_at: z.string(),
  /** The customer as whose colleague the user acts; null: none. */
  company_id: z.optional(z.nullable(RecordId)),
  company_name: z.optional(z.nullable(z.string())),
});
export type User = z.output<typeof User>;

/** The edit sends `balance_version` back, so that a balance that moved meanwhile is not overwritten. */
export const EditableUser = z.object({
  ...User.shape,
  balance_version: z.string(),
  /** True when no password is set and no address is confirmed yet, so that an invitation can be sent. */
  is_invitable: z.optional(z.boolean()),
});
export type EditableUser = z.output<typeof EditableUser>;

/** Includes the account's language, if it has one: the page continues in it. */
export const Token = z.object({ token: z.string(), language: z.optional(PortalLanguage) });

export type SignedIn = z.output<typeof Token>;

/** The account has a second factor: `takeSecondStep` takes the ticket, and a code or the answer of a passkey. */
export const SecondStep = z.object({ second_step: z.object({ ticket: z.string(), has_passkey: z.boolean() }) });
export type SecondStep = z.output<typeof SecondStep>;

export const LinkToken = z
  .string(invalid('errors.accounts.link_not_complete'))
  .check(
    z.minLength(1, invalid('errors.accounts.link_not_complete')),
    z.maxLength(200, invalid('errors.accounts.link_not_complete')),
  );
