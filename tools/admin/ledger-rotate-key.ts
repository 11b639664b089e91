// npm run admin ledger:rotate-key [-- --accept]: verifies the stopped portal's ledger and seals it with a new key.
import { RECORD_CHECKS } from '../../app/server/whole-ledger.ts';
import { rotateKey } from '../../features/credits/server/rotate-key.ts';
import { openAlone, runCommand } from '../../server/backup/command.ts';
import { requireCurrentTables } from '../../server/database/migrate.ts';
import { connect } from '../../server/database/connect.ts';

await runCommand(async (config, args, log) => {
  // Without the separate --, npm treats the flag as its own setting and passes it on in this variable.
  const accept = args.includes('--accept') || process.env.npm_config_accept === 'true';
  const database = await openAlone(config, log);
  const connection = connect(database.url, 2);
  try {
    await requireCurrentTables(database.url);
    await rotateKey(connection.db, config, { accept, recordChecks: RECORD_CHECKS, log });
  } finally {
    await connection.close();
    await database.stop();
  }
});
