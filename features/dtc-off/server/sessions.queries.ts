import { sql, type ColumnType } from 'kysely';
import type { Database } from '../../../server/database/connect.ts';
import { anyOf } from '../../../server/database/patterns.ts';
import type { FileAnalysis } from '../../files/analysis/server/analyse-file.ts';
import type { ChosenModel } from './ecu-info.ts';

interface Owner {
  id: number;
}

/** Sessions that can still be used: the caller's own, and not expired. */
export const selectLiveSessions = (db: Database, owner: Owner, now: Date) =>
  db
    .selectFrom('ai_sessions')
    .where('user_id', '=', owner.id)
    .where('file_key', 'is not', null)
    .where('expires_at', '>', now.toISOString());

declare module '../../../server/database/schema.ts' {
  interface AiSessionsTable {
    /** Written as JSON text. */
    analysis: ColumnType<FileAnalysis, string, string>;
    /** Written as JSON text. */
    chosen: ColumnType<ChosenModel | null, string | null | undefined, string | null>;
  }
}

type WithoutRows = Omit<FileAnalysis, 'rows'>;

/** The analysis as the model that the customer chose; without a choice, as the file is recognised. */
const inForce = sql<FileAnalysis>`coalesce(ai_sessions.chosen -> 'analysis', ai_sessions.analysis)`;

/** The table of codes is large, and only selected where it is shown. */
const READ_AS = [
  sql<WithoutRows>`${inForce} - 'rows'`.as('analysis'),
  sql<WithoutRows>`ai_sessions.analysis - 'rows'`.as('recognised'),
  sql<Omit<ChosenModel, 'analysis'> | null>`ai_sessions.chosen - 'analysis'`.as('chosen'),
] as const;

const FACTS = [
  'ai_sessions.id',
  'handle',
  'file_name',
  'file_size_bytes',
  'file_sha256',
  'declared_use',
  'charged_at',
  'is_free',
  'created_at',
  'expires_at',
] as const;

/** Selects paid sessions until they expire, and unpaid ones (never more than `MAX_UNPAID`); newest first. */
export const selectSessions = (db: Database, owner: Owner, now: Date) =>
  selectLiveSessions(db, owner, now).select(FACTS).select(READ_AS).orderBy('id', 'desc');

export const selectSessionIdOfBytes = (db: Database, owner: Owner, now: Date, sha256: string) =>
  selectLiveSessions(db, owner, now).select('ai_sessions.id').where('file_sha256', '=', sha256);

/** Selects the session that an upload of the same bytes joins. */
export const selectSessionOfBytes = (db: Database, owner: Owner, now: Date, sha256: string) =>
  selectLiveSessions(db, owner, now).select(FACTS).select(READ_AS).where('file_sha256', '=', sha256);

/** Selects a session with its table of codes and the key of its bytes. */
export const selectSessionByHandle = (db: Database, owner: Owner, now: Date, handle: string) =>
  selectLiveSessions(db, owner, now)
    .select(FACTS)
    .select(READ_AS)
    .select([sql<FileAnalysis['rows']>`${inForce} -> 'rows'`.as('rows'), sql<string>`file_key`.as('file_key')])
    .where('handle', '=', handle);

/** Makes two uploads of one customer take turns, so that the second finds the first. */
export const lockOwner = (db: Database, { id }: Owner) =>
  db.selectFrom('users').select(['id', 'country']).where('id', '=', id).forNoKeyUpdate();

/** Selects those of these storage keys that a session references. */
export const selectNamedKeys = (db: Database, keys: readonly string[]) =>
  db
    .selectFrom('ai_sessions')
    .select(sql<string>`file_key`.as('file_key'))
    .where('file_key', '=', anyOf(keys));

/** Whether a file could be generated from an unpaid session, at least once its checksums are corrected. */
const canBePaid = sql<boolean>`(${inForce} -> 'obstacle' = 'null'::jsonb or ${inForce} ? 'repair')`;

/** Selects the unpaid sessions of an owner beyond `stored`: the newest is `current`, those that can be paid come next. */
export const selectUnpaidBeyond = (db: Database, { id }: Owner, stored: number, current: number) =>
  db
    .selectFrom('ai_sessions')
    .select('id')
    .where('user_id', '=', id)
    .where('charged_at', 'is', null)
    .where('id', '<>', current)
    .orderBy(canBePaid, 'desc')
    .orderBy('id', 'desc')
    .offset(stored - 1);

/** Deletes unpaid sessions, from which nothing was generated. */
export const deleteUnpaid = (db: Database) =>
  db
    .deleteFrom('ai_sessions')
    .where('charged_at', 'is', null)
    .returning(sql<string>`file_key`.as('file_key'));
