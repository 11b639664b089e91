// npm run move-to DATABASE_URL: from the embedded database to an empty PostgreSQL of the operator's.
import { pino } from 'pino';
import { openAlone, requirePortal, runCommand } from '../server/backup/command.ts';
import { moveDatabase } from '../server/backup/move.ts';
import { upgradeDatabase } from '../server/installation/open-portal.ts';
import { checkWholeLedger } from '../app/server/whole-ledger.ts';

await runCommand(async (config, [to], log) => {
  if (!to || !URL.canParse(to))
    throw new Error('Say where to: npm run move-to postgresql://user:password@host/database');
  if (config.databaseUrl !== null)
    throw new Error('DATABASE_URL is set already: this portal does not use the embedded database.');
  requirePortal(config);
  const database = await openAlone(config, log);
  try {
    await upgradeDatabase({ url: database.url, dataDir: config.dataDir, isEmbedded: true });
    await moveDatabase({
      from: database.url,
      to,
      log,
      checkLedger: (db) => checkWholeLedger({ db, log: pino({ level: 'silent' }) }),
    });
  } finally {
    await database.stop();
  }
  log('Stored files stay where they are. Put this line into the environment (or into .env) and start again:');
  log(`DATABASE_URL=${to}`);
});
