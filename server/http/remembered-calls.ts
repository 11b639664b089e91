import { createHmac } from 'node:crypto';
import { sql, type Transaction } from 'kysely';
import type { Endpoint } from '../../contract/endpoint.ts';
import { Refusal, refusal } from '../../contract/refusal.ts';
import type { Database } from '../database/connect.ts';
import type { JoinableDatabase } from '../database/joined-transactions.ts';
import type { Schema } from '../database/schema.ts';
import type { Upload } from './call.ts';
import { HttpProblem } from './replies.ts';

/** For how long a key is known. */
export const REMEMBERED_DAYS = 7;

/** Writes whose replies are not remembered, each with the reason. */
export const LEFT_OUT_CALLS: Readonly<Record<string, string>> = {
  'POST /auth/logout': 'It ends the session that a repeat would need.',
  'DELETE /users/my/company': 'The same.',
  'POST /ai/upload':
    'The same bytes lead to the same session; reading them takes longer than a transaction stays open.',
  'POST /ai/staff/upload': 'The same.',
  'POST /emails/send':
    'Mails that were sent cannot be taken back; sending many takes longer than a transaction stays open.',
  'POST /webhooks/:id/test': 'It waits for the receiver, which takes longer than a transaction stays open.',
  'POST /users/:id/erase':
    'A repeat gets the first reply anyway; moving many stored files takes longer than a transaction stays open.',
};

/** Why a key changes nothing for this call; null when a repeat with the same key gets the first reply. */
export function whyNotRemembered(endpoint: Endpoint): string | null {
  const { method, path, who, reply, hasSecret, opensSession } = endpoint;
  if (method === 'GET') return 'It changes nothing.';
  if (who === 'anyone') return 'A key is that of a user.';
  if (hasSecret || opensSession) return 'Its reply is a secret, which is shown once and not stored.';
  if (reply === 'bytes') return 'Its reply is a file; what it costs is taken once.';
  return LEFT_OUT_CALLS[`${method} ${path}`] ?? null;
}

export interface KeyedCall {
  endpoint: Endpoint;
  userId: number;
  key: string;
  input: unknown;
  upload: Upload | null;
  /** The portal's, with which what was sent is hashed. */
  secret: string;
}

/** What a call replied: now, or when its key came first. */
export interface Remembered {
  text: string;
  isRepeat: boolean;
}

/** Another call, or other content, with a key that was used: neither of the two replies would be right. */
const keyReused = refusal('errors.http.idempotency_reused');

/**
 * Runs a call once for its key. What it does and its reply are committed together, so a process that is killed has done
 * both or neither; of two at once, the second waits for the reply of the first. A refusal is not remembered: what the
 * call has committed before it stays, as without a key.
 */
export async function runOnce(
  pool: Database,
  { call, joinable }: { call: KeyedCall; joinable: JoinableDatabase },
  run: () => Promise<string>,
): Promise<Remembered> {
  const { userId: user_id, key } = call;
  const asked = { call: `${call.endpoint.method} ${call.endpoint.path}`, input_sha256: hashInput(call) };
  const done = await pool.transaction().execute(async (tx) => {
    await sql`select pg_advisory_xact_lock(hashtextextended(${`call ${user_id} ${key}`}, 0))`.execute(tx);
    const first = await selectRemembered(tx, call);
    if (first !== undefined) {
      if (first.call !== asked.call || first.input_sha256 !== asked.input_sha256) throw keyReused();
      return { text: first.reply, isRepeat: true };
    }
    const outcome = await runIn(tx, joinable, run);
    if (typeof outcome !== 'string') return outcome;
    await tx
      .insertInto('remembered_calls')
      .values({ user_id, key, ...asked, reply: outcome })
      .execute();
    return { text: outcome, isRepeat: false };
  });
  if ('refused' in done) throw done.refused;
  return done;
}

async function runIn(tx: Transaction<Schema>, { join }: JoinableDatabase, run: () => Promise<string>) {
  try {
    return await join(tx, run);
  } catch (error) {
    if (error instanceof Refusal || error instanceof HttpProblem) return { refused: error as Error };
    throw error;
  }
}

type KeyOfUser = Pick<KeyedCall, 'userId' | 'key'>;

/** Returns whether a call with this key was made, so that this one is a repeat or is refused. */
export const isRemembered = async (db: Database, asked: KeyOfUser): Promise<boolean> =>
  (await selectRemembered(db, asked)) !== undefined;

const selectRemembered = (tx: Database, { userId, key }: KeyOfUser) =>
  tx
    .selectFrom('remembered_calls')
    .select(['call', 'input_sha256', 'reply'])
    .where('user_id', '=', userId)
    .where('key', '=', key)
    .executeTakeFirst();

/** A plain hash of a password, which some calls take, could be reversed by guessing. */
const hashInput = ({ input, upload, secret }: KeyedCall): string =>
  createHmac('sha256', secret)
    .update(`remembered call ${JSON.stringify([input, upload && [upload.fileName, upload.sha256]])}`)
    .digest('hex');

/** Removes what was remembered long enough. */
export async function removeOldRememberedCalls(db: Database, now: Date): Promise<number> {
  const until = new Date(now.getTime() - REMEMBERED_DAYS * 86_400_000).toISOString();
  const { numDeletedRows } = await db.deleteFrom('remembered_calls').where('created_at', '<', until).executeTakeFirst();
  return Number(numDeletedRows);
}
