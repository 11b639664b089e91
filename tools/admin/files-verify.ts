// npm run admin files:verify: reads every stored file; exits with 1 unless each exists and has the recorded bytes.
import { randomUUID } from 'node:crypto';
import { pino } from 'pino';
import { pluralize } from '../../contract/amounts.ts';
import { openToRead, runCommand } from '../../server/backup/command.ts';
import { checkFiles, FAULT_WORDS } from '../../app/server/check-files.ts';
import { requireCurrentTables } from '../../server/database/migrate.ts';
import { connect } from '../../server/database/connect.ts';
import { openDatabaseClock } from '../../server/database/database-clock.ts';
import { joinInstallation, toSides } from '../../server/installation/open-portal.ts';
import { openStorage } from '../../server/storage/open-storage.ts';
import { beginCheck, dropOpenCheck, type Counts } from '../../server/stored-files/check-runs.ts';
import { unlimitedPace } from '../../server/stored-files/verify-object.ts';
import { countReferences } from '../../server/stored-files/references.ts';

const SHOW_EVERY_MS = 5_000;

function startProgress(total: number, log: (line: string) => void) {
  let reportedAt = performance.now();
  return ({ checked, read_bytes }: Counts) => {
    if (performance.now() - reportedAt < SHOW_EVERY_MS) return;
    reportedAt = performance.now();
    const percent = Math.floor((checked / Math.max(total, 1)) * 100);
    log(
      `${checked} of ${pluralize(total, 'stored file')} (${percent} %), ${Math.floor(read_bytes / 1_000_000)} MB read`,
    );
  };
}

await runCommand(async (config, _, log) => {
  const database = await openToRead(config, log);
  const connection = connect(database.url, 4);
  const { db } = connection;
  try {
    await requireCurrentTables(database.url);
    await joinInstallation(toSides(config, { url: database.url, isEmbedded: config.databaseUrl === null }));
    const storage = await openStorage(config);
    const total = await countReferences(db);
    log(`The database references ${pluralize(total, 'stored file')}.`);
    await dropOpenCheck(db);
    const clock = await openDatabaseClock(db);
    const begun = await beginCheck(db, { lease: randomUUID(), now: clock.now() });
    const deps = { db, storage, clock, log: pino({ level: 'silent' }) };
    const check =
      begun &&
      (await checkFiles(deps, begun, {
        pace: unlimitedPace,
        onProgress: startProgress(total, log),
        onFault: ({ fault, label, key }) => log(`${FAULT_WORDS[fault].toUpperCase()}: ${label} (stored as ${key})`),
      }));
    if (!check) throw new Error('Another check of the stored files has begun meanwhile. Its result counts.');
    const { checked, missing, damaged, unverifiable, read_bytes } = check;
    log(
      `${pluralize(checked, 'stored file was', 'stored files were')} checked, ${Math.ceil(read_bytes / 1_000_000)} MB read.`,
    );
    if (unverifiable > 0)
      log(`From a version that recorded no SHA-256: ${unverifiable} of them, there and of the right size.`);
    if (missing + damaged > 0) throw new Error(`Missing: ${missing}. Damaged: ${damaged}.`);
    log('Each is there and has the recorded bytes.');
  } finally {
    await connection.close();
    await database.stop();
  }
});
