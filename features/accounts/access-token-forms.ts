import * as z from 'zod/mini';
import { CAPABILITIES, type Capability, type HasRole, can } from '../../contract/capabilities.ts';
import { requiredText } from '../../contract/fields.ts';
import { GivenPassword } from './account-fields.ts';
import { invalid } from '../../contract/texts.ts';

/** For how many days a token can be made. */
export const TOKEN_DAYS = [7, 30, 90, 365] as const;

const MAX_NAME_LENGTH = 60;

const CapabilityName = z.enum(Object.keys(CAPABILITIES) as [Capability, ...Capability[]]);

export const CreateAccessToken = z.object({
  name: requiredText(invalid('errors.access-tokens.name_missing'), MAX_NAME_LENGTH),
  days: z.literal(TOKEN_DAYS, invalid('errors.access-tokens.days')),
  capabilities: z.array(CapabilityName),
  current_password: GivenPassword,
});

/** What no token may do: whoever can change users can grant everything else, and only a person looks at a portal. */
const NEVER: readonly Capability[] = ['colleagues.change', 'users.change', 'users.view-as'];

/** What a token of this user may be allowed to do. */
export const listGrantable = (user: HasRole): Capability[] =>
  (Object.keys(CAPABILITIES) as Capability[]).filter(
    (capability) => can(user, capability) && !NEVER.includes(capability),
  );
