// npm run admin backup:verify [NAME]: restores the newest backup at BACKUP_TARGET, or the named one, to a separate
// database and folder, beside the portal, which may run; verifies the ledger and each file by its hash, and discards the
// copy. Exits with 1 for a backup that is not a complete portal. TMPDIR sets another place for the copy.
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { pluralize } from '../../contract/amounts.ts';
import { drillRestore } from '../../app/server/restore-drill.ts';
import { runCommand } from '../../server/backup/command.ts';
import { withTemporaryFolder } from '../../server/backup/temporary-folder.ts';
import { openRecord } from '../../server/backup/target/open-record.ts';
import { openTarget } from '../../server/backup/target/open-target.ts';
import { startEmbeddedDatabase } from '../../server/database/embedded.ts';

await runCommand(async (config, [asked = 'newest'], log) => {
  const source = await openRecord(await openTarget(config, { mustExist: true }), asked);
  const startedAt = performance.now();
  await withTemporaryFolder(join(tmpdir(), 'tunedesk-drill-'), async (dataDir) => {
    const database = await startEmbeddedDatabase({ dataDir: join(dataDir, 'database'), log });
    try {
      const { madeAt, entries, files, faults } = await drillRestore(
        source,
        { ...config, dataDir, url: database.url },
        log,
      );
      for (const fault of faults) log(`BROKEN: ${fault}`);
      if (faults.length > 0)
        throw new Error(`${source.name} is not a whole portal: ${pluralize(faults.length, 'fault')}.`);
      log(`${source.name} was restored as of ${madeAt} in ${((performance.now() - startedAt) / 1000).toFixed(1)} s.`);
      log(
        `The ledger is as it was written (${pluralize(entries, 'entry', 'entries')}), and so is each of ${pluralize(files, 'file')}.`,
      );
    } finally {
      await database.stop();
    }
  });
  log('The restored copy was discarded.');
});
