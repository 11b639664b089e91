import * as z from 'zod/mini';
import { CAPABILITIES, type Capability, listRolesWith } from '../../../contract/capabilities.ts';
import { invalid } from '../../../contract/texts.ts';

export const MAX_ROLE_NAME = 60;

const NAME = invalid('errors.staff-roles.name');

/** What administrators can do, and a staff role can leave out. */
export const STAFF_CAPABILITIES = (Object.keys(CAPABILITIES) as Capability[]).filter((capability) =>
  listRolesWith(capability).includes('ADMIN'),
);

export const Capabilities = z.array(z.enum(STAFF_CAPABILITIES as [Capability, ...Capability[]]));

export const CreateStaffRole = z.object({
  name: z.string(NAME).check(z.trim(), z.minLength(1, NAME), z.maxLength(MAX_ROLE_NAME, NAME)),
  capabilities: Capabilities,
});
