import type pg from 'pg';
import { listMigrations, readMigrations } from '../database/migrate.ts';
import { copyIn, reload, type Expected } from './load.ts';
import { revertMigrations, applyMigrations } from './schema-version.ts';
import { inTransaction, refuseBrokenLedger, type CheckLedger } from './session.ts';
import { copyOut, describeTables, readNextNumber, type Table } from './tables.ts';

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
export function copyRows({ source, target, checkLedger, beforeCommit }: CopyRows): Promise<number> {
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
