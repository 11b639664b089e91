import type pg from 'pg';
import { listMigrations, migrate, readMigrations } from '../database/migrate.ts';
import { type Expected, copyIn, reload } from './load.ts';
import {
  type CheckLedger,
  inTransaction,
  refuseBrokenLedger,
  refuseNewer,
  refuseWhilePortalRuns,
  withSession,
} from './session.ts';
import { type Table, applyMigrations, copyOut, describeTables, readNextNumber, revertMigrations } from './tables.ts';
import { pluralize } from '../../contract/amounts.ts';
import { markMoved, nameDatabase, readInstallationRow } from '../installation/database-side.ts';
import { describeMove } from '../installation/installation.ts';
import { readProgramVersion } from '../program-version.ts';
import type { CopyDatabase } from '../database/reload-cluster.ts';

export interface CopyRows {
  source: pg.Client;
  /** Migrated to this version. */
  target: pg.Client;
  checkLedger: CheckLedger;
  /** Runs last before the target is committed. */
  beforeCommit?: () => Promise<void>;
}

/**
 * Copies every table as of one moment at the source, in one transaction at the target, and returns the number of rows.
 * The transaction is committed only if each table reads back there as it was read here and the ledger adds up. The
 * source may have tables of an earlier version: it is only read, and its rows are migrated at the target.
 */
function copyRows({ source, target, checkLedger, beforeCommit }: CopyRows): Promise<number> {
  return inTransaction(source, 'isolation level repeatable read read only', () =>
    inTransaction(target, '', async () => {
      const migrations = await readMigrations(source);
      const isOlder = migrations.length < (await listMigrations()).length;
      if (isOlder) await revertMigrations(target, migrations);
      const rows = await copyTables(source, target);
      if (isOlder) await applyMigrations(target, migrations);
      await refuseBrokenLedger(target, checkLedger);
      await beforeCommit?.();
      return rows;
    }),
  );
}

async function copyTables(source: pg.Client, target: pg.Client): Promise<number> {
  const tables = await describeTables(source);
  const expected = new Map<string, Expected>();
  await reload(target, await describeTables(target), async () => {
    for (const table of tables) expected.set(table.name, await copyTable(source, target, table));
    return expected;
  });
  return [...expected.values()].reduce((sum, { tally }) => sum + tally.rows, 0);
}

async function copyTable(source: pg.Client, target: pg.Client, table: Table): Promise<Expected> {
  const tally = await copyIn(target, table, copyOut(source, table));
  return { tally, nextNumber: await readNextNumber(source, table) };
}

interface Move {
  from: string;
  to: string;
  checkLedger: CheckLedger;
  log: (line: string) => void;
}

/**
 * Copies every table to an empty PostgreSQL, in one transaction there and as of one moment here. It is committed only
 * if each table reads back there as it was read here and the ledger adds up.
 */
export async function moveDatabase({ from, to, checkLedger, log }: Move): Promise<void> {
  await withSession(from, (source) =>
    withSession(to, async (target) => {
      const { moved } = await readInstallationRow(source);
      if (moved !== null) throw new Error(describeMove(moved));
      await refuseWhilePortalRuns(target);
      await refuseOccupied(target);
      await migrate(from);
      await migrate(to);
      const rows = await copyRows({ source, target, checkLedger, beforeCommit: () => leave(from, to) });
      log(`Moved ${pluralize(rows, 'row')}; every table reads back the same on both sides, and the ledger adds up.`);
    }),
  );
}

/**
 * Marks the source as moved, just before the target can be used: with the same id on both, nothing else would reveal a
 * start on the wrong one. If this is killed in between, the source records where it was moved to, and how to use it
 * again.
 */
const leave = (from: string, to: string) => withSession(from, (client) => markMoved(client, nameDatabase(to)));

/** Refuses a database that is not empty; what an interrupted move left behind counts as empty. */
async function refuseOccupied(target: pg.Client): Promise<void> {
  const { rows } = await target.query<{ name: string }>(
    `select c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
      where n.nspname = current_schema() and c.relkind in ('r', 'p', 'v', 'm', 'f')
        and not exists (select from pg_depend d where d.objid = c.oid and d.deptype = 'e') order by 1`,
  );
  if (rows.length === 0) return;
  const isLeftover = rows.some(({ name }) => name === 'migrations') && rows.some(({ name }) => name === 'users');
  const used = isLeftover ? await target.query('select from users limit 1') : null;
  if (used?.rowCount === 0) return;
  throw new Error(
    `The database to move to is not empty (it has ${pluralize(rows.length, 'table')}, such as ${rows[0]?.name}). Nothing was changed.`,
  );
}

/** Copies a portal to an empty database of another PostgreSQL, for `startEmbeddedDatabase`. The source is only read. */
export const copyDatabase =
  (checkLedger: CheckLedger, log: (line: string) => void): CopyDatabase =>
  (from, to) =>
    withSession(from, (source) =>
      withSession(to, async (target) => {
        const migrations = await readMigrations(source);
        // This database was made but never used.
        if (migrations.length === 0) return;
        await refuseNewer(migrations, { what: 'This database', madeBy: await readProgramVersion(source) });
        await migrate(to);
        const rows = await copyRows({ source, target, checkLedger });
        // Without it the first statements would be planned for empty tables.
        await target.query('analyze');
        log(`Copied ${pluralize(rows, 'row')}; every table reads back the same on both sides, and the ledger adds up.`);
      }),
    );
