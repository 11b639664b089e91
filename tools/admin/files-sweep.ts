// npm run admin files:sweep [-- --all]: sets aside stored files that no record references; with --all even when there are
// many.
import { pino } from 'pino';
import { pluralize } from '../../contract/amounts.ts';
import { openToRead, runCommand, WrongUse } from '../../server/backup/command.ts';
import { requireCurrentTables } from '../../server/database/migrate.ts';
import { connect } from '../../server/database/connect.ts';
import { openDatabaseClock } from '../../server/database/database-clock.ts';
import { joinInstallation, toSides } from '../../server/installation/open-portal.ts';
import { openStorage } from '../../server/storage/open-storage.ts';
import { sweepFiles } from '../../app/server/housekeeping.ts';

await runCommand(async (config, args, report) => {
  if (args.some((word) => word !== '--all'))
    throw new WrongUse('npm run admin files:sweep, or npm run admin -- files:sweep --all');
  // Without the separate --, npm treats the flag as its own setting and passes it on in this variable.
  const all = args.includes('--all') || process.env.npm_config_all === 'true';
  const database = await openToRead(config, report);
  const connection = connect(database.url, 2);
  try {
    // Tables of another version may reference files from columns this one does not know.
    await requireCurrentTables(database.url);
    await joinInstallation(toSides(config, { url: database.url, isEmbedded: config.databaseUrl === null }));
    const storage = await openStorage(config);
    const clock = await openDatabaseClock(connection.db);
    const log = pino({ level: 'silent' });
    const found = await sweepFiles({ db: connection.db, storage, clock, config, log }, { all });
    report(
      `${pluralize(found.stored, 'stored file')}; older than a day and referenced by no record: ${found.unreferenced}.`,
    );
    report(
      `Set aside: ${found.setAside}. Taken back: ${found.acknowledgeUndone}. Removed after their time: ${found.removed}.`,
    );
    if (!found.isAlarm || all) return;
    report('So many at once are unusual, so nothing was set aside or removed. To set them aside all the same:');
    report('npm run admin -- files:sweep --all');
  } finally {
    await connection.close();
    await database.stop();
  }
});
