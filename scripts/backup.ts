// npm run backup FILE: database, stored files and configuration in one file; the portal may run meanwhile.
import { backUp } from '../server/backup/backup.ts';
import { openToRead, runCommand } from '../server/backup/command.ts';

await runCommand(async (config, [file], say) => {
  if (!file) throw new Error('Say where to: npm run backup FILE');
  const database = await openToRead(config, say);
  try {
    await backUp({ file, url: database.url, dataDir: config.dataDir, say });
  } finally {
    await database.stop();
  }
});
