import { randomBytes } from 'node:crypto';
import type { InputOf, ReplyOf } from '../../../../contract/endpoint.ts';
import type { Deps } from '../../../../server/http/call.ts';
import { wrongLogin } from '../../../../server/http/replies.ts';
import type * as contract from '../../passkeys.calls.ts';
import type { SignedIn } from '../../user.ts';
import { selectUserById } from '../accounts.queries.ts';
import { type FromPage, lockedLogin, signInFrom } from '../sign-in-log.ts';
import { usePasskey, verifyAnswer } from './passkey-answers.ts';
import { CHALLENGE_OF } from './passkey-challenges.ts';
import { composeRequest } from './passkeys.ts';

/** Asks for any passkey of this portal; says nothing about who has one. */
export async function beginPasskeySignIn(
  deps: Pick<Deps, 'db' | 'clock' | 'config'>,
): Promise<ReplyOf<typeof contract.beginPasskeySignIn>> {
  const ticket = randomBytes(32).toString('base64url');
  return { ticket, options: await composeRequest(deps, { boundTo: CHALLENGE_OF.signIn(ticket) }) };
}

const wrongPasskey = (accountId?: number) =>
  wrongLogin('errors.session.wrong_passkey', { reason: 'WRONG_PASSKEY', accountId });

/** Signs in whoever the passkey belongs to. */
export async function signInWithPasskey(
  deps: Deps,
  { ticket, passkey, client, device, language, token }: InputOf<typeof contract.signInWithPasskey> & FromPage,
): Promise<SignedIn> {
  const answer = await verifyAnswer(deps, passkey, { boundTo: CHALLENGE_OF.signIn(ticket), isOnlyStep: true });
  if (answer === null) throw wrongPasskey();
  return deps.db.transaction().execute(async (tx) => {
    const user = await selectUserById(tx, answer.userId).forNoKeyUpdate().executeTakeFirst();
    if (user === undefined || !(await usePasskey({ ...deps, db: tx }, answer, user.id)))
      throw wrongPasskey(answer.userId);
    if (user.status !== 'ACTIVE') throw lockedLogin({ account: user.email, accountId: user.id });
    const from = { client, device, language, replaced: token };
    return signInFrom({ ...deps, db: tx }, user, { reason: 'PASSKEY', ...from });
  });
}
