import { can, type Capability, type HasRole, isLeftOut } from '../../contract/capabilities.ts';
import { capabilityOfStaff, type Endpoint } from '../../contract/endpoint.ts';
import type { FastifyRequest } from 'fastify';
import type { Actor } from './call.ts';
import { findToken } from './client.ts';
import { Refusal } from '../../contract/refusal.ts';
import { noToken, notInAccessToken, notInStaffRole, viewOnly, wrongRole } from './replies.ts';

const STAFF_AREA: Capability = 'admin-area.open';
const CUSTOMER_AREA: Capability = 'customer-area.open';

/** Returns the token of the Authorization header; null when the header contains none. */
export function readToken(request: FastifyRequest): string | null {
  const header = request.headers.authorization;
  if (header === undefined || header === '') throw noToken();
  return findToken(header);
}

type Session = HasRole & Pick<Actor, 'accessToken' | 'viewerId' | 'colleague'>;

/**
 * Refuses a call that the caller's role does not have, or that their staff role, access token or view of a customer's
 * portal leaves out.
 */
export function requireAccess(session: Session, endpoint: Endpoint): void {
  const { who } = endpoint;
  if (session.viewerId !== undefined && !isOpenToViews(endpoint)) throw viewOnly();
  if (session.colleague !== undefined && actsOfColleagues(endpoint) === 'refused')
    throw new Refusal('errors.colleagues.not_allowed');
  if (session.accessToken !== undefined) requireTokenAccess(session, endpoint);
  if (isLeftOut(session, capabilityOfStaff(endpoint))) throw notInStaffRole();
  if (who !== 'anyone' && who !== 'signed-in' && !can(session, who)) throw wrongRole();
}

/**
 * Whether staff who look at the portal as a customer may make the call: reads of what the portal shows, and neither files,
 * which may be paid or start the work on them, nor secrets, unless the call is declared for it.
 */
export const isOpenToViews = ({ method, reply, hasSecret, needsFreshSignIn, forViews }: Endpoint): boolean =>
  forViews ?? (method === 'GET' && reply !== 'bytes' && !hasSecret && needsFreshSignIn === undefined);

/** Addresses of what is the caller's own: the account, its protection, its sessions. */
const OF_CALLER = /^\/(users\/(my|change-password)|auth|register)(\/|$)/;

/**
 * For whom a call acts that a colleague of a customer makes. What is about an account, or asks for a fresh sign-in, is
 * refused unless the call is declared otherwise; all else acts for the customer.
 */
export const actsOfColleagues = ({ path, needsFreshSignIn, forColleagues }: Endpoint) =>
  forColleagues ?? (OF_CALLER.test(path) || needsFreshSignIn !== undefined ? 'refused' : 'customer');

/** Returns who acts in this call: the customer whose colleague is signed in, or, in calls about themselves, the colleague. */
export const chooseActor = <Caller extends Pick<Actor, 'id' | 'colleague'>>(
  session: Caller,
  endpoint: Endpoint,
): Caller =>
  session.colleague !== undefined && actsOfColleagues(endpoint) === 'themselves'
    ? { ...session, id: session.colleague.id }
    : session;

/**
 * Refuses what an access token leaves out. With a call of every user a token only reads, unless the call is declared for
 * tokens; then it needs what the call needs of staff, or else the area of its owner.
 */
function requireTokenAccess(session: Session, { who, method, forTokens, staffNeeds }: Endpoint): void {
  const mayAnyone = who === 'anyone' || who === 'signed-in';
  const needed = mayAnyone ? (method === 'GET' ? [staffNeeds] : [staffNeeds ?? STAFF_AREA, CUSTOMER_AREA]) : [who];
  const isClosed = forTokens === false || (who === 'signed-in' && method !== 'GET' && forTokens !== true);
  if (isClosed || needed.some((one) => isLeftOut(session, one))) throw notInAccessToken();
}

/**
 * Refuses what needs a sign-in of the last minutes; a program with an access token cannot sign in, and has been given what
 * it may do by somebody who did.
 */
export async function requireFreshSignIn(
  { isFresh, accessToken }: Pick<Actor, 'isFresh' | 'accessToken'>,
  { needsFreshSignIn }: Endpoint,
  hasSecondFactor: () => Promise<boolean>,
): Promise<void> {
  if (needsFreshSignIn === undefined || isFresh === true || accessToken !== undefined) return;
  if (needsFreshSignIn === true || (await hasSecondFactor())) throw new Refusal('errors.session.sign_in_again');
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
