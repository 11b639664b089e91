import { join } from 'node:path';
import type { Config } from '../config.ts';
import { startEmbeddedDatabase } from './embedded.ts';

export interface OpenDatabase {
  url: string;
  stop(): Promise<void>;
}

/** The operator's PostgreSQL when one is configured, otherwise the embedded one under the data folder. */
export async function openDatabase(
  config: Pick<Config, 'databaseUrl' | 'dataDir'>,
  { say, onLost }: { say: (line: string) => void; onLost: () => void },
): Promise<OpenDatabase> {
  if (config.databaseUrl !== null) return { url: config.databaseUrl, stop: async () => undefined };
  return startEmbeddedDatabase({ dataDir: join(config.dataDir, 'database'), log: say, onUnexpectedEnd: onLost });
}
