import type { InputOf, ReplyOf } from '../../../../contract/endpoint.ts';
import type { SessionUser } from '../../../../contract/session.ts';
import type { Deps } from '../../../../server/http/call.ts';
import { wrongLogin } from '../../../../server/http/replies.ts';
import { consumeLink, findLinkOwner, makeLink } from '../link-tokens.ts';
import { selectUserById } from '../accounts.queries.ts';
import { type FromPage, type SignIn, type SignInDeps, holdAccount, lockedLogin, signInFrom } from '../sign-in-log.ts';
import { findOrigin } from '../sign-in-places.ts';
import type { SecondStep, SignedIn } from '../../user.ts';
import type * as contract from '../../second-factor.calls.ts';
import type * as passkeyContract from '../../passkeys.calls.ts';
import { signInTicketSpent } from '../../accounts.errors.ts';
import { CHALLENGE_OF } from './passkey-challenges.ts';
import { composeRequest, selectPasskeys } from './passkeys.ts';
import { tryProof } from './prove.ts';
import { hasSecondFactor } from './required.ts';

/** Signs in a user who has shown who they are; to a user with a second factor, it returns a ticket for that step. */
export async function signInBySteps(
  deps: SignInDeps,
  user: SessionUser,
  from: SignIn & { device: string | undefined },
): Promise<SignedIn | SecondStep> {
  if (!(await hasSecondFactor(deps.db, user.id))) return signInFrom(deps, user, from);
  const passkey = await selectPasskeys(deps.db, user.id).limit(1).executeTakeFirst();
  const ticket = await makeLink(deps.db, deps.clock.now(), user.id, 'SECOND_STEP');
  return { second_step: { ticket, has_passkey: passkey !== undefined } };
}

async function findTicketOwner({ db, clock }: Pick<Deps, 'db' | 'clock'>, ticket: string) {
  const userId = await findLinkOwner(db, clock.now(), ticket, ['SECOND_STEP']);
  const user = userId === null ? undefined : await selectUserById(db, userId).executeTakeFirst();
  if (user === undefined) throw signInTicketSpent();
  if (user.status !== 'ACTIVE') throw lockedLogin({ account: user.email, accountId: user.id });
  return user;
}

/** Asks for a passkey of the user whose password was right. */
export async function askForSecondStepPasskey(
  deps: Deps,
  { ticket }: InputOf<typeof passkeyContract.askForSecondStepPasskey>,
): Promise<ReplyOf<typeof passkeyContract.askForSecondStepPasskey>> {
  const user = await findTicketOwner(deps, ticket);
  return { options: await composeRequest(deps, { boundTo: CHALLENGE_OF.secondStep(ticket), userId: user.id }) };
}

/** Exchanges the ticket of the first step and a code or passkey for a session. A wrong one leaves the ticket as it is. */
export async function takeSecondStep(
  deps: Deps,
  { ticket, code, passkey, client, device, language, token }: InputOf<typeof contract.takeSecondStep> & FromPage,
): Promise<SignedIn> {
  const user = await findTicketOwner(deps, ticket);
  const attempt = { account: user.email.toLowerCase(), ...(await findOrigin(deps, user.id, { client, device })) };
  const trace = { account: user.email, accountId: user.id };
  const fail = () =>
    passkey === undefined
      ? wrongLogin('errors.session.wrong_code', { ...trace, reason: 'WRONG_CODE' })
      : wrongLogin('errors.session.wrong_passkey', { ...trace, reason: 'WRONG_PASSKEY' });
  const boundTo = CHALLENGE_OF.secondStep(ticket);
  const hold = (tx: SignInDeps['db']) => holdAccount(tx, user, signInTicketSpent);
  return tryProof(deps, { user, proof: { code, passkey }, boundTo, attempt, fail, hold }, async (tx, reason) => {
    const owner = await consumeLink(tx, deps.clock.now(), ticket, ['SECOND_STEP']);
    if (owner !== user.id) throw signInTicketSpent();
    return signInFrom({ ...deps, db: tx }, user, { reason, client, device, language, replaced: token });
  });
}
