import { startEmbeddedDatabase } from '../server/database/embedded.ts';
import { migrate } from '../server/database/migrate.ts';
import { makeThrowawayFolder, removeThrowawayFolder } from '../server/testing/throwaway-folder.ts';

/** Lends a new database after all migrations. */
export async function withMigratedDatabase<Result>(use: (url: string) => Promise<Result>): Promise<Result> {
  const dataDir = makeThrowawayFolder('tunedesk-migrated-');
  try {
    const database = await startEmbeddedDatabase({ dataDir, durable: false, log: () => undefined });
    try {
      await migrate(database.url);
      return await use(database.url);
    } finally {
      await database.stop();
    }
  } finally {
    removeThrowawayFolder(dataDir);
  }
}
