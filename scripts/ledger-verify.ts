// npm run ledger:verify [SEAL]: computes the whole ledger anew; ends with 1 when anything is not as it was written.
import { verifyLedger } from '../portal/credits/server/verify-ledger.ts';
import { openToRead, runCommand } from '../server/backup/command.ts';
import { connect } from '../server/database/connect.ts';

await runCommand(async (config, [expected], say) => {
  const database = await openToRead(config, say);
  const connection = connect(database.url, 2);
  try {
    const { accounts, entries, faults, seal } = await verifyLedger(connection.db);
    for (const fault of faults) say(`BROKEN: ${fault}`);
    if (faults.length > 0) throw new Error(`The ledger is not as it was written: ${faults.length} break(s).`);
    say(`${entries} entries of ${accounts} accounts are as they were written.`);
    say(`Seal ${seal}`);
    if (expected !== undefined && expected !== seal) {
      throw new Error('This is another seal than the one you gave: entries were added, or cut off at the end.');
    }
  } finally {
    await connection.close();
    await database.stop();
  }
});
