import { readFileSync } from 'node:fs';
import type pg from 'pg';

const { version } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as {
  version: string;
};

/** The version of this program, as in package.json. */
export const PROGRAM_VERSION = version;

/** Returns the error that explains why a program does not touch what a newer one has made, and how to go on. */
export function newerTables(what: string, { unknown, madeBy }: { unknown: string[]; madeBy: string | null }): Error {
  const newer = madeBy === null || madeBy === PROGRAM_VERSION ? 'a newer Tunedesk' : `a newer Tunedesk, ${madeBy}`;
  return new Error(
    `${what} was made by ${newer} (${unknown.join(', ')}). This program is Tunedesk ${PROGRAM_VERSION}, which does not know ` +
      'these tables; nothing was changed. Please update the program. To go back to this version, restore a backup that ' +
      'was made with it into an empty database ("Going back" in docs/operating.md).',
  );
}

/** Returns the version that last started on this database; null when unknown. Reads tables of any version. */
export async function readProgramVersion(client: pg.Client): Promise<string | null> {
  const found = await client.query<{ isThere: boolean }>(`select to_regclass('installation') is not null as "isThere"`);
  if (!found.rows[0]?.isThere) return null;
  const { rows } = await client.query<{ version: string | null }>(
    `select to_jsonb(i) ->> 'program_version' as version from installation i`,
  );
  return rows[0]?.version ?? null;
}

/** Records this version as that of the database, once the program has migrated it. */
export const recordProgramVersion = (client: pg.Client) =>
  client.query('update installation set program_version = $1 where program_version is distinct from $1', [
    PROGRAM_VERSION,
  ]);
