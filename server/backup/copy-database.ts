import { pluralize } from '../../contract/amounts.ts';
import { migrate, readMigrations } from '../database/migrate.ts';
import { readProgramVersion } from '../database/newer-tables.ts';
import type { CopyDatabase } from '../database/reload-cluster.ts';
import { copyRows } from './copy-rows.ts';
import { refuseNewer, withSession, type CheckLedger } from './session.ts';

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
