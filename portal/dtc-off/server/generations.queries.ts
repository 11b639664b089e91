import type { Database } from '../../../server/database/connect.ts';

/** What was made of these sessions, newest first. */
export async function listGenerations(db: Database, sessionIds: readonly number[]) {
  if (sessionIds.length === 0) return [];
  return db
    .selectFrom('ai_generations')
    .select(['id', 'session_id', 'file_name', 'codes', 'file_sha256 as sha256', 'created_at'])
    .where('session_id', 'in', sessionIds)
    .orderBy('id', 'desc')
    .execute();
}

/** A generated file as long as its session lasts, with where the bytes are that it is made of. */
export const selectGeneration = (db: Database, owner: { id: number }, now: Date, id: number) =>
  generationsOf(db, owner)
    .select(['ai_generations.id', 'ai_generations.file_name', 'ai_generations.file_sha256', 'proof', 'file_key'])
    .where('ai_generations.id', '=', id)
    .where('expires_at', '>', now.toISOString());

/** A proof outlives its session. */
export const selectProof = (db: Database, owner: { id: number }, id: number) =>
  generationsOf(db, owner).select(['ai_generations.file_name', 'proof']).where('ai_generations.id', '=', id);

const generationsOf = (db: Database, { id }: { id: number }) =>
  db
    .selectFrom('ai_generations')
    .innerJoin('ai_sessions', 'ai_sessions.id', 'ai_generations.session_id')
    .where('ai_sessions.user_id', '=', id);

export const selectSameSelection = (db: Database, sessionId: number, selection: string) =>
  db
    .selectFrom('ai_generations')
    .select('id')
    .where('session_id', '=', sessionId)
    .where('selection_sha256', '=', selection);

/** The operator's record: what left the portal, for whom, and what it was said to be for. */
export const selectRecord = (db: Database, { before, limit }: { before: number | null; limit: number }) =>
  db
    .selectFrom('ai_generations')
    .innerJoin('ai_sessions', 'ai_sessions.id', 'ai_generations.session_id')
    .innerJoin('users', 'users.id', 'ai_sessions.user_id')
    .select([
      'ai_generations.id',
      'ai_generations.created_at',
      'ai_generations.reference',
      'users.username',
      'users.email',
      'ai_generations.country',
      'ai_sessions.file_name',
      'ai_sessions.file_sha256 as input_sha256',
      'ai_generations.file_sha256 as output_sha256',
      'ai_generations.codes',
      'ai_generations.emission_codes',
      'ai_generations.declared_use',
      'ai_generations.is_first_said',
      'ai_generations.is_charged',
    ])
    .orderBy('ai_generations.id', 'desc')
    .$if(before !== null, (query) => query.where('ai_generations.id', '<', before as number))
    .limit(limit);
