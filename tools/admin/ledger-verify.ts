// npm run admin ledger:verify [SEAL]: recomputes the whole ledger; exits with 1 when anything differs from what was written.
import { pluralize } from '../../contract/amounts.ts';
import { useLedgerSeal } from '../../features/credits/server/ledger-seal.ts';
import { moveCheckpoint } from '../../features/credits/server/ledger-checkpoint.ts';
import { findKeys } from '../../features/credits/server/ledger-keys.ts';
import { openToRead, runCommand } from '../../server/backup/command.ts';
import { requireCurrentTables } from '../../server/database/migrate.ts';
import { connect } from '../../server/database/connect.ts';
import { verifyWholeLedger } from '../../app/server/whole-ledger.ts';

await runCommand(async (config, [expected], log) => {
  const database = await openToRead(config, log);
  const connection = connect(database.url, 2);
  try {
    await requireCurrentTables(database.url);
    const { db } = connection;
    const keys = await findKeys(db, config);
    if (keys === null) log('This ledger is not sealed with a key yet; the next start of the portal does that.');
    else useLedgerSeal(db, { keys, dataDir: config.dataDir });
    const { accounts, entries, seal, heads, ...found } = await verifyWholeLedger(db);
    const faults = [...found.faults, ...found.sealFaults];
    for (const fault of faults) log(`BROKEN: ${fault}`);
    if (faults.length > 0)
      throw new Error(`The ledger is not as it was written: ${pluralize(faults.length, 'break')}.`);
    log(`${pluralize(entries, 'entry', 'entries')} of ${pluralize(accounts, 'account')}: as written.`);
    if (keys !== null) log(`They are sealed with the key ${keys.current}.`);
    log(`Seal ${seal}`);
    if (expected !== undefined && expected !== seal) {
      throw new Error('This is another seal than the one you gave: entries were added, or cut off at the end.');
    }
    await moveCheckpoint(db, heads);
  } finally {
    await connection.close();
    await database.stop();
  }
});
