import * as z from 'zod/mini';
import { CAPABILITIES, type Capability, ROLES } from './capabilities.ts';
import { RecordId } from './fields.ts';
import { invalid } from './texts.ts';

export const Role = z.enum(ROLES, invalid('errors.accounts.choose_role'));

/** Carried as JSON in the token's `sub` claim, and stored by the browser under `user`. */
export const SessionUser = z.object({
  id: RecordId,
  email: z.string(),
  username: z.string(),
  phone: z.string(),
  country: z.string(),
  role: Role,
  /** What a staff role allows an administrator; null: everything. */
  staff_capabilities: z.nullable(z.array(z.enum(Object.keys(CAPABILITIES) as [Capability, ...Capability[]]))),
  /** Signed in with a generated password: the only thing to do is to choose another one. Absent: no. */
  must_change_password: z.optional(z.boolean()),
  /** Staff without the second factor that the shop requires: the only thing to do is to add one. Absent: no. */
  must_add_second_factor: z.optional(z.boolean()),
  /** Staff see the portal as this customer, and change nothing. Absent: no. */
  view_only: z.optional(z.boolean()),
  /** The colleague who is signed in and acts as the customer `id`; name, address and number are theirs. Absent: the user. */
  colleague_id: z.optional(RecordId),
});
export type SessionUser = z.output<typeof SessionUser>;
