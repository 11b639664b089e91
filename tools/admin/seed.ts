// npm run admin seed: fills an empty portal with demo data.
import { fileURLToPath } from 'node:url';
import { readConfig } from '../../app/server/read-config.ts';
import { openLedger } from '../../features/credits/server/open-ledger.ts';
import { runCommand } from '../../server/backup/command.ts';
import { systemClock } from '../../server/clock.ts';
import { connect } from '../../server/database/connect.ts';
import { inThreads, openEcuPool } from '../../features/files/analysis/server/ecu-work.ts';
import { welcomeAdministrator } from '../../app/server/first-administrator.ts';
import { openPortal } from '../../server/installation/open-portal.ts';
import { seedDemo } from '../../app/demo/server/demo.ts';
import { loadOrCreateProofKey } from '../../server/proof-key.ts';
import { openSecrets } from '../../server/secrets.ts';
import { openStorage } from '../../server/storage/open-storage.ts';

const PROJECT = fileURLToPath(new URL('../..', import.meta.url));

await runCommand(async (_settings, _words, log) => {
  const config = readConfig(process.env, PROJECT);
  const database = await openPortal(config, { log, onLost: () => process.exit(1) });
  try {
    const connection = connect(database.ownerUrl);
    const { db } = connection;
    await openLedger(db, config, log);
    await welcomeAdministrator({ db, config }, log);
    const storage = await openStorage(config);
    // No user signs in while the demo data is created, so no session is signed.
    const ecu = inThreads(openEcuPool(), storage);
    const proofKey = await loadOrCreateProofKey(await openSecrets(db, config));
    await seedDemo(
      { db, storage, clock: systemClock, config, ecu, proofKey, pushKey: '', sessionSecret: '', webhookSecret: '' },
      log,
    );
    await ecu.close();
    await connection.close();
  } finally {
    await database.stop();
  }
});
