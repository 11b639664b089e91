// npm run admin installation: shows which database belongs to which data folder; join and undo-move change that deliberately.
import { openAlone, openToRead, runCommand } from '../../server/backup/command.ts';
import type { ServerConfig } from '../../server/config.ts';
import { migrate } from '../../server/database/migrate.ts';
import { markMoved, withClient } from '../../server/installation/database-side.ts';
import { readBothSides, describeMove, writeInstallation, type Sides } from '../../server/installation/installation.ts';
import { newInstallation, readInstallationFile } from '../../server/installation/installation-file.ts';
import { hasEmbeddedDatabase } from '../../server/installation/vanished-database.ts';
import { assignStorage } from '../../server/storage/open-storage.ts';

const USAGE =
  'npm run admin installation [-- join | undo-move] [--really]\n' +
  '  without a word   shows the database and the data folder, and whether they belong together\n' +
  '  join             makes the two one portal; nothing is removed on either side\n' +
  '  undo-move        uses the embedded database again after npm run admin move-to, as it was before';

type LogLine = (line: string) => void;

async function show(sides: Sides, log: LogLine): Promise<void> {
  const { lines, reason, database } = await readBothSides(sides);
  for (const line of lines) log(line);
  if (database.moved !== null) log(describeMove(database.moved));
  else log(reason ?? 'They belong together.');
}

async function join(sides: Sides, log: LogLine): Promise<void> {
  const before = await readBothSides(sides);
  if (before.database.moved !== null) throw new Error(describeMove(before.database.moved));
  await migrate(sides.url);
  const id = before.database.installation?.id ?? before.folder.installation?.id;
  await writeInstallation(sides, newInstallation(id));
  for (const line of (await readBothSides(sides)).lines) log(line);
  log('They are one portal now.');
}

async function undoMove(sides: Sides, log: LogLine): Promise<void> {
  const { database } = await readBothSides(sides);
  if (database.moved === null) throw new Error('This database was not moved.');
  await withClient(sides.url, (client) => markMoved(client, null));
  // The database becomes another copy, so that the one it was moved to is not mistaken for it.
  await writeInstallation(sides, newInstallation(database.installation?.id));
  log(`This database is used again. What happened in ${database.moved.to} since the move is not in it.`);
}

/** Runs `change` with exclusive access to both sides. */
async function changeAlone(
  config: ServerConfig,
  log: LogLine,
  change: (sides: Sides, log: LogLine) => Promise<void>,
): Promise<void> {
  const database = await openAlone(config, log, { canCreate: change === join });
  try {
    await change(toSides(config, database.url), log);
    const installation = await readInstallationFile(config.dataDir);
    if (installation !== null) await assignStorage(config, installation);
  } finally {
    await database.stop();
  }
}

const toSides = ({ dataDir, databaseUrl }: ServerConfig, url: string): Sides => ({
  url,
  dataDir,
  isEmbedded: databaseUrl === null,
});

const DRY_RUN_HINTS = {
  join: 'With --really, both sides get the same id and the portal starts on them: npm run admin -- installation join --really',
  'undo-move': 'With --really, this database is used again: npm run admin -- installation undo-move --really',
};

await runCommand(async (config, args, log) => {
  const [word, ...rest] = args.filter((one) => one !== '--really');
  if (rest.length > 0 || !(word === undefined || word === 'join' || word === 'undo-move')) throw new Error(USAGE);
  // Without the separate --, npm treats the flag as its own setting and passes it on in this variable.
  const really = args.includes('--really') || process.env.npm_config_really === 'true';
  if (word !== undefined && really) {
    await changeAlone(config, log, word === 'join' ? join : undoMove);
    return;
  }
  if (config.databaseUrl === null && !hasEmbeddedDatabase(config.dataDir)) {
    log(`There is no embedded database in ${config.dataDir}; join would make a new, empty one.`);
  } else {
    const database = await openToRead(config, log);
    try {
      await show(toSides(config, database.url), log);
    } finally {
      await database.stop();
    }
  }
  if (word !== undefined) log(DRY_RUN_HINTS[word]);
});
