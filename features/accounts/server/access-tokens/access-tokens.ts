import { sql } from 'kysely';
import type { InputOf } from '../../../../contract/endpoint.ts';
import { Refusal } from '../../../../contract/refusal.ts';
import type { Database } from '../../../../server/database/connect.ts';
import type { Actor, Deps } from '../../../../server/http/call.ts';
import type { Client } from '../../../../server/http/client.ts';
import { TOKEN_PREFIX } from '../../../../server/http/client.ts';
import { notFound } from '../../../../server/http/replies.ts';
import { recordSecurityEvent } from '../../security-log/server/security.ts';
import { wrongCurrentPassword } from '../../accounts.errors.ts';
import { runInSession } from '../hold-session.ts';
import { isOwnPassword } from '../passwords.ts';
import { makeSession } from '../sessions.ts';
import { listGrantable } from '../../access-token-forms.ts';
import { MAX_TOKENS, type AccessToken, type createAccessToken as CreateCall } from '../../access-tokens.calls.ts';

const DAY_SECONDS = 24 * 3600;
const HINT_LENGTH = 6;

const selectTokens = (db: Database, { id }: Pick<Actor, 'id'>, now: Date) =>
  db
    .selectFrom('sessions')
    .select(['id', sql<string>`browser`.as('name'), sql<string>`token_hint`.as('token_hint')])
    .select([sql<string[]>`token_capabilities`.as('capabilities'), 'created_at', 'expires_at'])
    .select('token_used_at as last_used_at')
    .where('user_id', '=', id)
    .where('token_hint', 'is not', null)
    .where('expires_at', '>', now as unknown as string);

export const listAccessTokens = ({ db, clock }: Deps, actor: Actor): Promise<AccessToken[]> =>
  selectTokens(db, actor, clock.now()).orderBy('created_at', 'desc').orderBy('id').limit(MAX_TOKENS).execute();

/** Opens a session for a program; its token is in the reply and nowhere else. */
export async function createAccessToken(
  deps: Deps,
  actor: Actor,
  { name, days, capabilities, current_password, client }: InputOf<typeof CreateCall> & { client: Client },
): Promise<AccessToken & { token: string }> {
  if (!(await isOwnPassword(deps, actor, { password: current_password, client }))) throw wrongCurrentPassword();
  const grantable = listGrantable(actor);
  if (!capabilities.every((capability) => grantable.includes(capability)))
    throw new Refusal('errors.access-tokens.not_yours', 'capabilities');
  return runInSession(deps, actor, async (tx) => {
    const existing = await selectTokens(tx, actor, deps.clock.now()).execute();
    if (existing.length >= MAX_TOKENS)
      throw new Refusal('errors.access-tokens.too_many', undefined, { most: MAX_TOKENS });
    const { id, token } = await makeSession(
      { ...deps, db: tx },
      { ...NO_PERSON, id: actor.id, role: actor.role },
      undefined,
      { tokenSeconds: days * DAY_SECONDS },
    );
    await tx
      .updateTable('sessions')
      .set({ browser: name, token_hint: token.slice(-HINT_LENGTH), token_capabilities: [...new Set(capabilities)] })
      .where('id', '=', id)
      .execute();
    const who = { actorId: actor.id, accountId: actor.id, client };
    await recordSecurityEvent(
      { db: tx, log: deps.log },
      { event: 'TOKEN_CREATED', reason: 'BY_OWNER', ...who, detail: name },
    );
    const made = await selectTokens(tx, actor, deps.clock.now()).where('id', '=', id).executeTakeFirstOrThrow();
    return { ...made, token: `${TOKEN_PREFIX}${token}` };
  });
}

/** A token says the number of its owner, which divides the limits, and nothing that names a person. */
const NO_PERSON = { email: '', username: '', phone: '', country: '', staff_capabilities: null };

export const deleteAccessToken = (
  { db, log }: Deps,
  actor: Actor,
  { session, client }: { session: string; client: Client },
): Promise<{ message: string }> =>
  db.transaction().execute(async (tx) => {
    const ended = await tx
      .deleteFrom('sessions')
      .where('id', '=', session)
      .where('user_id', '=', actor.id)
      .where('token_hint', 'is not', null)
      .returning('browser')
      .executeTakeFirst();
    if (ended === undefined) throw notFound();
    const who = { actorId: actor.id, accountId: actor.id, client };
    const event = { event: 'TOKEN_ENDED', reason: 'BY_OWNER', ...who, detail: ended.browser ?? '' } as const;
    await recordSecurityEvent({ db: tx, log }, event);
    return { message: 'The token is ended.' };
  });
