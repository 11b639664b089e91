import { createHmac, randomInt } from 'node:crypto';
import { sql } from 'kysely';
import type { InputOf, ReplyOf } from '../../../../contract/endpoint.ts';
import { hasCapability } from '../../../../server/database/active-users.ts';
import type { Database } from '../../../../server/database/connect.ts';
import type { Actor, Deps } from '../../../../server/http/call.ts';
import type { Client } from '../../../../server/http/client.ts';
import { sessionEnded } from '../../../../server/http/replies.ts';
import { continuationSpent } from '../../accounts.errors.ts';
import { lockUser, selectUserById } from '../accounts.queries.ts';
import { beginAttempt, cancelAttempt } from '../password-attempts.ts';
import { type FromPage, signInFrom } from '../sign-in-log.ts';
import * as contract from '../../continuation.calls.ts';

/** Without letters and digits that are taken for one another. */
const ALPHABET = 'ABCDEFGHJKMNPQRSTVWXYZ23456789';
const LENGTH = 8;

const makeCode = () => Array.from({ length: LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]).join('');

/** A plain hash of so short a code could be reversed within its two minutes. */
const hashCode = (code: string, { sessionSecret }: Pick<Deps, 'sessionSecret'>) =>
  createHmac('sha256', sessionSecret).update(`continuation ${code}`).digest('hex');

export async function createContinuation(
  deps: Deps,
  actor: Actor,
  { page }: InputOf<typeof contract.createContinuation>,
): Promise<{ code: string }> {
  const code = makeCode();
  const now = deps.clock.now();
  const expiresAt = new Date(now.getTime() + contract.CONTINUATION_SECONDS * 1000);
  const { rows } = await sql`
    insert into continuations (session_id, code_hash, page, expires_at)
    select id, ${hashCode(code, deps)}, ${page}, ${expiresAt} from sessions
     where id = ${actor.sessionId} and user_id = ${actor.id} and expires_at > ${now}
    on conflict (session_id) do update
      set code_hash = excluded.code_hash, page = excluded.page, expires_at = excluded.expires_at
    returning session_id`.execute(deps.db);
  if (rows.length === 0) throw sessionEnded();
  return { code };
}

/** A code of the continuations `c` works while its session is open and its user is still a customer. */
const works = (hash: string, now: Date) => sql<boolean>`
  c.code_hash = ${hash} and c.expires_at > ${now} and s.id = c.session_id and s.expires_at > ${now}
    and u.id = s.user_id and u.status = 'ACTIVE' and u.deleted_at is null and ${hasCapability('customer-area.open', 'u')}`;

async function findOwner({ db, clock, sessionSecret }: Deps, code: string): Promise<Owner | null> {
  const { rows } = await sql<Owner>`
    select u.id, u.username, u.email from continuations c, sessions s, users u
     where ${works(hashCode(code, { sessionSecret }), clock.now())}`.execute(db);
  return rows[0] ?? null;
}
type Owner = { id: number; username: string; email: string };

/** Returns the owner of a code. Wrong ones are limited like those of a second factor, by network: they name no account. */
async function tryCode(deps: Deps, { code, client }: { code: string; client: Client }): Promise<Owner> {
  const { network } = client;
  const attempt = { account: `any account from ${network}`, client, place: network, isKnown: false } as const;
  const failure = await beginAttempt(deps, { ...attempt, isCode: true });
  const owner = await findOwner(deps, code);
  if (owner === null) throw continuationSpent();
  await cancelAttempt(deps, failure);
  return owner;
}

export async function findContinuation(
  deps: Deps,
  given: InputOf<typeof contract.findContinuation> & { client: Client },
): Promise<ReplyOf<typeof contract.findContinuation>> {
  const { username, email } = await tryCode(deps, given);
  return { username, email };
}

/** Exchanges a code for a session. One statement decides who gets it, and what ends sessions waits for it. */
export async function takeContinuation(
  deps: Deps,
  { code, client, device, language, token }: InputOf<typeof contract.takeContinuation> & FromPage,
): Promise<ReplyOf<typeof contract.takeContinuation>> {
  const owner = await tryCode(deps, { code, client });
  return deps.db.transaction().execute(async (tx) => {
    await lockUser(tx, owner.id).execute();
    const taken = await consume({ ...deps, db: tx }, code);
    const user = await selectUserById(tx, owner.id).executeTakeFirst();
    if (taken?.user_id !== owner.id || user === undefined) throw continuationSpent();
    const continued = { sessionId: taken.session_id, lastsUntil: new Date(taken.lasts_until) };
    const from = { client, device, language, replaced: token, continued };
    return { ...(await signInFrom({ ...deps, db: tx }, user, { reason: 'CONTINUED', ...from })), page: taken.page };
  });
}

type Taken = { user_id: number; session_id: string; page: string; lasts_until: string };

async function consume(
  { db, clock, sessionSecret }: Pick<Deps, 'clock' | 'sessionSecret'> & { db: Database },
  code: string,
): Promise<Taken | undefined> {
  const { rows } = await sql<Taken>`
    delete from continuations c using sessions s, users u
     where ${works(hashCode(code, { sessionSecret }), clock.now())}
    returning s.user_id, c.session_id, c.page, coalesce(s.lasts_until, s.expires_at) as lasts_until`.execute(db);
  return rows[0];
}

/** Called every hour. */
export const removeOldContinuations = ({ db, clock }: Pick<Deps, 'db' | 'clock'>) =>
  db.deleteFrom('continuations').where('expires_at', '<', clock.now().toISOString()).execute();
