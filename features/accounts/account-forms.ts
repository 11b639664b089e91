import * as z from 'zod/mini';
import { Id, RecordId, chosen } from '../../contract/fields.ts';
import { visibleText } from '../../contract/visible-text.ts';
import { Role } from '../../contract/session.ts';
import { invalid } from '../../contract/texts.ts';
import { Country, GivenPassword, NewPassword, Phone, Username, Email, FullName } from './account-fields.ts';
import { PortalLanguage, UserStatus } from './user.ts';
import { MAX_BALANCE_REASON } from './user-status.ts';
import { isInCents, moneyInput } from '../credits/money-fields.ts';

const RELOAD = invalid('errors.accounts.reload_user_before_saving');

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

/** Contact data may be missing, as after a sign-in with Google; the owner adds it later. */
const LoosePhone = z
  .string()
  .check(
    z.trim(),
    z.maxLength(40, invalid('errors.fields.most_count_characters', { count: 40 })),
    z.regex(/^[0-9+\- ]*$/, invalid('errors.accounts.phone_number_only_digits_plus')),
  );

const LooseCountry = z
  .string()
  .check(z.trim(), z.maxLength(60, invalid('errors.fields.most_count_characters', { count: 60 })));

export const ChangePassword = z.object({ current_password: GivenPassword, new_password: NewPassword });

/** Narrows an administrator; null: may do everything. Omitted: as before, and null for a new user. */
const StaffRoleId = z.optional(z.nullable(RecordId));

export const UpdateUser = z.object({
  id: Id,
  /** Why a balance is changed, for administrators. When omitted, the ledger records that no reason was given. */
  balance_reason: z.optional(
    z
      .string()
      .check(
        z.overwrite(visibleText),
        z.maxLength(MAX_BALANCE_REASON, invalid('errors.fields.most_count_characters', { count: MAX_BALANCE_REASON })),
      ),
  ),
  phone: LoosePhone,
  country: LooseCountry,
  credit_balance: Balance,
  ai_credit_balance: Balance,
  balance_version: z.string(RELOAD).check(z.regex(/^\d{1,15}\.\d{1,15}$/, RELOAD)),
  role: Role,
  staff_role_id: StaffRoleId,
  status: UserStatus,
});

/** Fields that are left out stay as they are; a balance needs the version with which it was read. */
export const PatchUser = z
  .object({ ...z.partial(UpdateUser).shape, id: Id })
  .check(
    z.refine(
      ({ balance_version: seen, credit_balance: main, ai_credit_balance: ai }) =>
        seen !== undefined || (main === undefined && ai === undefined),
      { error: RELOAD, path: ['balance_version'] },
    ),
  );

export const UpdateMyUser = z.object({ username: Username, phone: Phone, country: Country });

export const RequestEmailChange = z.object({ new_email: Email, current_password: GivenPassword });

export const CreateUser = z.object({
  username: Username,
  full_name: FullName,
  email: Email,
  phone: z._default(LoosePhone, ''),
  country: z._default(LooseCountry, ''),
  role: Role,
  staff_role_id: StaffRoleId,
  /** Language of the invitation and of later mails; when omitted, the portal's. */
  language: chosen(PortalLanguage),
  /** True: a link for setting the password is mailed. False: a password is generated and returned in the response. */
  invite: z.boolean(),
});
