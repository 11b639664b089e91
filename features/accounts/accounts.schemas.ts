import * as z from 'zod/mini';
import { isInCents, moneyInput } from '../credits/money.schemas.ts';
import { Credits, Done, Id, Nothing, RecordId, chosen, requiredText } from '../../contract/fields.schemas.ts';
import {
  Country,
  Device,
  Email,
  FullName,
  GivenPassword,
  NewPassword,
  Phone,
  Username,
} from './account-fields.schemas.ts';
import { Notification } from '../messaging/notifications.schemas.ts';
import { LANGUAGE_CODES } from '../../contract/languages.list.ts';
import { pagedList } from '../../contract/pages.schemas.ts';
import { MAX_BALANCE_REASON, USER_SORTS, USER_STATUSES } from './accounts.list.ts';
import { Role, SessionUser } from '../../contract/session.schemas.ts';
import { invalid } from '../../contract/texts.ts';
import { visibleText } from '../../contract/visible-text.ts';

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
});
export type MyUser = z.output<typeof MyUser>;

export const User = z.object({
  id: RecordId,
  username: z.string(),
  full_name: z.string(),
  email: z.string(),
  phone: z.string(),
  country: z.string(),
  credit_balance: Credits,
  ai_credit_balance: Credits,
  role: Role,
  status: UserStatus,
  verified: z.boolean(),
  created_at: z.string(),
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

export const register = {
  input: z.object({
    username: Username,
    full_name: FullName,
    email: Email,
    password: NewPassword,
    phone: Phone,
    country: Country,
    device: Device,
  }),
  reply: Token,
};

export const login = {
  input: z.object({
    email: requiredText(invalid('errors.accounts.fill_email'), 254),
    password: GivenPassword,
    device: Device,
  }),
  reply: Token,
};

export const LinkToken = z
  .string(invalid('errors.accounts.link_not_complete'))
  .check(
    z.minLength(1, invalid('errors.accounts.link_not_complete')),
    z.maxLength(200, invalid('errors.accounts.link_not_complete')),
  );

export const activateAccount = {
  input: z.object({ token: LinkToken }),
  reply: Done,
};

export const resendActivation = {
  input: Nothing,
  reply: Done,
};

export const requestPasswordReset = {
  input: z.object({ email: Email }),
  reply: Done,
};

export const resetPassword = {
  input: z.object({ token: LinkToken, password: NewPassword, device: Device }),
  reply: Done,
};

export const logout = {
  input: Nothing,
  reply: Done,
};

export const getMyUser = {
  input: Nothing,
  reply: MyUser,
};

export const updateMyUser = {
  input: z.object({ username: Username, phone: Phone, country: Country }),
  reply: SessionUser,
};

export const updateMyLanguage = {
  input: z.object({ language: PortalLanguage }),
  reply: z.object({ language: PortalLanguage }),
};

export const changePassword = {
  input: z.object({ current_password: GivenPassword, new_password: NewPassword }),
  /** The token replaces the one of the call, whose session has ended. */
  reply: z.object({ message: z.string(), token: z.string() }),
};

const { list, csv } = pagedList(User, USER_SORTS, {
  role: chosen(Role),
  status: chosen(UserStatus),
  /** Only users with this tag of the administrators. */
  tag_id: chosen(Id),
});

export const listUsers = list;
export const downloadUsersCsv = csv;

export const getUser = {
  input: z.object({ id: Id }),
  reply: EditableUser,
};

const NOT_BALANCE = invalid('errors.accounts.balance_must_number');
const Balance = moneyInput(
  NOT_BALANCE,
  z
    .number(NOT_BALANCE)
    .check(
      z.maximum(10_000_000, invalid('errors.accounts.balance_must_most_10000000')),
      z.refine(isInCents, invalid('errors.accounts.balance_most_two_decimals')),
    ),
);

export const updateUser = {
  input: z.object({
    id: Id,
    /** Why a balance is changed, for administrators. When omitted, the ledger records that no reason was given. */
    balance_reason: z.optional(
      z
        .string()
        .check(
          z.overwrite(visibleText),
          z.maxLength(
            MAX_BALANCE_REASON,
            invalid('errors.fields.most_count_characters', { count: MAX_BALANCE_REASON }),
          ),
        ),
    ),
    /** May be empty: an account from a third-party sign-in has none yet. */
    phone: z
      .string()
      .check(
        z.trim(),
        z.maxLength(40, invalid('errors.fields.most_count_characters', { count: 40 })),
        z.regex(/^[0-9+\- ]*$/, invalid('errors.accounts.phone_number_only_digits_plus')),
      ),
    country: z.string().check(z.trim(), z.maxLength(60, invalid('errors.fields.most_count_characters', { count: 60 }))),
    credit_balance: Balance,
    ai_credit_balance: Balance,
    balance_version: z
      .string(invalid('errors.accounts.reload_user_before_saving'))
      .check(z.regex(/^\d{1,15}\.\d{1,15}$/, invalid('errors.accounts.reload_user_before_saving'))),
    role: Role,
    status: UserStatus,
  }),
  reply: EditableUser,
};

export const deleteUser = {
  input: z.object({
    id: Id,
    /** As returned by `getLeftovers`: the deletion is refused when any of it has changed. Omitted: not compared. */
    seen: z.optional(z.string().check(z.maxLength(100))),
  }),
  reply: Done,
};
