import * as z from 'zod/mini';
import { type Capability, STAFF_CAPABILITIES } from '../../../contract/capabilities.ts';
import { invalid } from '../../../contract/texts.ts';

export const MAX_ROLE_NAME = 60;

const NAME = invalid('errors.staff-roles.name');

export const Capabilities = z.array(z.enum(STAFF_CAPABILITIES as [Capability, ...Capability[]]));

export const CreateStaffRole = z.object({
  name: z.string(NAME).check(z.trim(), z.minLength(1, NAME), z.maxLength(MAX_ROLE_NAME, NAME)),
  capabilities: Capabilities,
});
