import { can, type HasRole, isLeftOut } from '../../contract/capabilities.ts';
import { capabilityOfStaff, type Endpoint } from '../../contract/endpoint.ts';
import type { Actor } from './call.ts';
import { Refusal } from '../../contract/refusal.ts';
import { notInStaffRole, wrongRole } from './replies.ts';

/** Refuses a call that the caller's role does not have, or that their staff role leaves out. */
export function requireAccess(session: HasRole, endpoint: Endpoint): void {
  const { who } = endpoint;
  if (isLeftOut(session, capabilityOfStaff(endpoint))) throw notInStaffRole();
  if (who !== 'anyone' && who !== 'signed-in' && !can(session, who)) throw wrongRole();
}

/** Refuses what has to wait for an own password in place of a generated one, or for a second factor. */
export function requireFirstSteps(
  session: Pick<Actor, 'needsNewPassword' | 'needsSecondFactor'>,
  { withGeneratedPassword, withoutSecondFactor }: Endpoint,
): void {
  if (withGeneratedPassword === true) return;
  if (session.needsNewPassword) throw new Refusal('errors.accounts.new_password_needed');
  if (session.needsSecondFactor && withoutSecondFactor !== true)
    throw new Refusal('errors.accounts.second_factor_needed');
}
