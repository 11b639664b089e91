import { sql } from 'kysely';
import type { Database } from '../../../server/database/connect.ts';
import type { Actor, Deps } from '../../../server/http/call.ts';
import { type Client, findNetwork } from '../../../server/http/client.ts';
import { notFound } from '../../../server/http/replies.ts';
import { recordSecurityEvent } from '../security-log/server/security.ts';
import { MAX_LISTED_SESSIONS, type UserSession } from '../user-sessions.calls.ts';
import { endUserSessions } from './sessions.ts';

const selectSessions = (
  { db, clock }: { db: Database; clock: Deps['clock'] },
  actor: Pick<Actor, 'sessionId'>,
  { userId, limit }: { userId: number; limit: number },
) =>
  db
    .selectFrom('sessions')
    .select(['id', 'created_at', 'expires_at', 'last_seen_at', 'token_used_at as last_used_at', 'address', 'browser'])
    .select(sql<boolean>`opened_from is not null`.as('is_continued'))
    .select(sql<boolean>`id = ${actor.sessionId}`.as('is_current'))
    .select(sql<boolean | null>`null`.as('is_same_connection'))
    .where('user_id', '=', userId)
    .where('opened_in', 'is', null)
    .where('expires_at', '>', clock.now().toISOString())
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .limit(limit);

/** Lists the newest open sessions of a user, those of programs among them. */
export const listUserSessions = (...of: Parameters<typeof selectSessions>): Promise<UserSession[]> =>
  selectSessions(...of).execute();

/** The id in the path decides whose session it may be: that of another user is not found. */
export async function endUserSession(
  { db, log }: Pick<Deps, 'db' | 'log'>,
  actor: Actor,
  { id, session, client }: { id: number; session: string; client: Client },
): Promise<{ message: string }> {
  await db.transaction().execute(async (tx) => {
    const ended = await tx
      .deleteFrom('sessions')
      .where('id', '=', session)
      .where('user_id', '=', id)
      .returning('id')
      .executeTakeFirst();
    if (!ended) throw notFound();
    const who = { actorId: actor.id, accountId: id, client };
    const reason = id === actor.id ? 'BY_OWNER' : 'BY_ADMINISTRATOR';
    const event = { event: 'SESSIONS_ENDED', reason, ...who } as const;
    await recordSecurityEvent({ db: tx, log }, { ...event, detail: '1' });
  });
  return { message: 'The session is ended.' };
}

export async function listMySessions(
  deps: Pick<Deps, 'db' | 'clock'>,
  actor: Actor,
  { network, isShared }: Client,
): Promise<UserSession[]> {
  const sessions = await selectSessions(deps, actor, { userId: actor.id, limit: MAX_LISTED_SESSIONS })
    // Tokens have a list of their own.
    .where('token_hint', 'is', null)
    .execute();
  const isSame = (address: string | null) => (isShared || address === null ? null : findNetwork(address) === network);
  return sessions.map((session) => ({ ...session, is_same_connection: isSame(session.address) }));
}

export async function endOtherSessions(
  { db, log }: Pick<Deps, 'db' | 'log'>,
  actor: Actor,
  client: Client,
): Promise<{ message: string }> {
  const ending = { why: 'BY_OWNER', actorId: actor.id, client, except: actor.sessionId, keepTokens: true } as const;
  await db.transaction().execute((tx) => endUserSessions({ db: tx, log }, actor.id, ending));
  return { message: 'You are logged out everywhere else.' };
}
