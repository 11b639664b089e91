import type { InputOf } from '../../../../contract/endpoint.ts';
import type { Database } from '../../../../server/database/connect.ts';
import type { Actor, Deps } from '../../../../server/http/call.ts';
import type { Client } from '../../../../server/http/client.ts';
import { recordSecurityEvent } from '../../security-log/server/security.ts';
import type * as contract from '../../sign-in-again.calls.ts';
import { type ProofKind, withPasswordAndProof, withProof } from './prove.ts';

type WithClient<E> = InputOf<E> & { client: Client };

/** What a proof of who is signed in is used for: this session alone may do for a while what needs one. */
const renew =
  (deps: Deps, actor: Actor, client: Client) =>
  async (tx: Database, reason: ProofKind | 'PASSWORD'): Promise<{ message: string }> => {
    await tx
      .updateTable('sessions')
      .set({ proved_at: deps.clock.now() })
      .where('id', '=', actor.sessionId)
      .where('user_id', '=', actor.id)
      .execute();
    const event = { event: 'SIGNED_IN_AGAIN', reason, actorId: actor.id, accountId: actor.id, client } as const;
    await recordSecurityEvent({ ...deps, db: tx }, event);
    return { message: 'You have shown who you are.' };
  };

export const signInAgain = (deps: Deps, actor: Actor, input: WithClient<typeof contract.signInAgain>) =>
  withPasswordAndProof(deps, actor, input, { use: renew(deps, actor, input.client) });

export const signInAgainWithPasskey = (
  deps: Deps,
  actor: Actor,
  input: WithClient<typeof contract.signInAgainWithPasskey>,
) => withProof(deps, actor, input, renew(deps, actor, input.client));
