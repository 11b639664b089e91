import { sql } from 'kysely';
import type { Database } from '../../../server/database/connect.ts';
import { toContainsPattern, toPrefixPattern } from '../../../server/database/patterns.ts';
import type { Actor, Deps } from '../../../server/http/call.ts';
import type { DeclaredUse } from '../dtc-session.ts';
import { type HasRole, type Viewer, can } from '../../../contract/capabilities.ts';
import type { InputOf, ReplyOf } from '../../../contract/endpoint.ts';
import { GENERATIONS_PER_PAGE, type listGenerations as contract } from '../generations.calls.ts';

/** Lists the files generated in these sessions, newest first. */
export async function listGenerationsOfSessions(db: Database, sessionIds: readonly number[]) {
  if (sessionIds.length === 0) return [];
  return db
    .selectFrom('ai_generations')
    .select([...LISTED, 'session_id'])
    .where('session_id', 'in', sessionIds)
    .orderBy('id', 'desc')
    .execute();
}

const LISTED = [
  'ai_generations.id',
  'ai_generations.file_name',
  'ai_generations.codes',
  'ai_generations.also_codes',
  'ai_generations.declared_use',
  'ai_generations.file_sha256 as sha256',
  'ai_generations.created_at',
] as const;

/** Generated files in the caller's scope: for a customer their own, for an administrator all. */
const generationsFor = (db: Database, actor: Viewer) =>
  db
    .selectFrom('ai_generations')
    .innerJoin('ai_sessions', 'ai_sessions.id', 'ai_generations.session_id')
    .$if(!can(actor, 'dtc-off.read-all'), (query) => query.where('ai_generations.user_id', '=', actor.id));

/**
 * Selects a generated file with the key of the original bytes; null where those were removed before they were stored
 * permanently.
 */
export const selectGeneration = (db: Database, actor: Viewer, id: number) =>
  generationsFor(db, actor)
    .select(['ai_generations.id', 'ai_generations.file_name', 'ai_generations.file_sha256', 'proof', 'file_key'])
    .where('ai_generations.id', '=', id);

export const selectProof = (db: Database, actor: Viewer, id: number) =>
  generationsFor(db, actor).select(['ai_generations.file_name', 'proof']).where('ai_generations.id', '=', id);

/** Generated files that match a search, every word of it somewhere. */
const matching = (db: Database, actor: Viewer, words: readonly string[]) =>
  words.reduce(
    (query, word) => query.where(sql<boolean>`${isFound(word, actor)}`),
    generationsFor(db, actor).innerJoin('users', 'users.id', 'ai_generations.user_id'),
  );

/** Customers do not search by customer: their own name is in every row and would match them all. */
function isFound(word: string, actor: HasRole) {
  const part = toContainsPattern(word);
  const start = toPrefixPattern(word.toLowerCase());
  const code = word.toUpperCase();
  const customer = sql`or users.username ilike ${part} or users.email ilike ${part}`;
  return sql`(ai_generations.file_name ilike ${part} or ai_sessions.file_name ilike ${part}
    or ${code} = any(ai_generations.codes) or ${code} = any(ai_generations.also_codes)
    or ai_generations.file_sha256 like ${start} or ai_sessions.file_sha256 like ${start}
    or ai_generations.reference like ${start} ${can(actor, 'dtc-off.read-all') ? customer : sql``})`;
}

/** Selects the matching generated files, newest first. */
const selectMatching = (db: Database, actor: Viewer, words: readonly string[]) =>
  matching(db, actor, words)
    .select([
      ...LISTED,
      'ai_sessions.file_name as original_name',
      sql<number | null>`case when users.deleted_at is null then users.id end`.as('user_id'),
      'users.username',
      sql<string | null>`(select username from users one where one.id = ai_generations.person_id)`.as('ordered_by'),
      sql<boolean>`ai_sessions.file_key is not null`.as('has_file'),
    ])
    .orderBy('ai_generations.id', 'desc');

const countMatching = (db: Database, actor: Viewer, words: readonly string[]) =>
  matching(db, actor, words).select(({ fn }) => fn.countAll<string>().as('total_rows'));

type SameGeneration = { sessionId: number; selection: string; declaredUse: DeclaredUse | null };

/** Selects the file that was generated for the same codes and the same declaration. */
export const selectSameGeneration = (db: Database, { sessionId, selection, declaredUse }: SameGeneration) =>
  db
    .selectFrom('ai_generations')
    .select('id')
    .where('session_id', '=', sessionId)
    .where('selection_sha256', '=', selection)
    .where(sql<boolean>`declared_use is not distinct from ${declaredUse}::text`);

export async function countGenerations(db: Database, sessionId: number): Promise<number> {
  const { count } = await db
    .selectFrom('ai_generations')
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .where('session_id', '=', sessionId)
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** Selects the operator's record: what left the portal, for whom, and the declared use. */
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

/** Returns one page of the generated files that the caller may see, and how many match. */
export async function listGenerations(
  { db }: Pick<Deps, 'db'>,
  actor: Actor,
  { search = '', offset }: InputOf<typeof contract>,
): Promise<ReplyOf<typeof contract>> {
  const words = search.split(/\s+/).filter(Boolean);
  const generations = await selectMatching(db, actor, words).limit(GENERATIONS_PER_PAGE).offset(offset).execute();
  const { total_rows } = await countMatching(db, actor, words).executeTakeFirstOrThrow();
  return { generations, total_rows: Number(total_rows) };
}
