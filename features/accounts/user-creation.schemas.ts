import * as z from 'zod/mini';
import { Done, Id, RecordId, chosen } from '../../contract/fields.schemas.ts';
import { invalid } from '../../contract/texts.ts';
import { Email, FullName, Username } from './account-fields.schemas.ts';
import { PortalLanguage } from './accounts.schemas.ts';
import { Role } from '../../contract/session.schemas.ts';

/** Contact data may be missing; the owner adds it later. */
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

export const createUser = {
  input: z.object({
    username: Username,
    full_name: FullName,
    email: Email,
    phone: z._default(LoosePhone, ''),
    country: z._default(LooseCountry, ''),
    role: Role,
    /** Language of the invitation and of later mails; when omitted, the portal's. */
    language: chosen(PortalLanguage),
    /** True: a link for setting the password is mailed. False: a password is generated and returned in the response. */
    invite: z.boolean(),
  }),
  reply: z.object({
    id: RecordId,
    email: z.string(),
    /** Shown once: only its hash is stored. Null: an invitation was sent. */
    password: z.nullable(z.string()),
  }),
};

export const inviteUser = {
  input: z.object({ id: Id }),
  reply: Done,
};

/** What would be left behind if the account were deleted. */
export const Leftovers = z.object({
  open_files: z.int(),
  open_tickets: z.int(),
  credit_balance: z.number(),
  ai_credit_balance: z.number(),
  /** The deletion sends this back, and is refused when any of it has changed. */
  seen: z.string(),
});
export type Leftovers = z.output<typeof Leftovers>;

export const getLeftovers = {
  input: z.object({ id: Id }),
  reply: Leftovers,
};
