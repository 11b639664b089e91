// The server used by the bench of DTC OFF: the product over an embedded database, in a separate
// process that can report what its main thread and its ECU threads have used.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { buildCredits } from '../../../features/credits/server/credits.factory.ts';
import { openLedger } from '../../../features/credits/server/open-ledger.ts';
import { buildApp } from '../../../app/server/app.ts';
import { systemClock } from '../../../server/clock.ts';
import { readConfig } from '../../../app/server/read-config.ts';
import { connect } from '../../../server/database/connect.ts';
import { startEmbeddedDatabase } from '../../../server/database/embedded.ts';
import { migrate } from '../../../server/database/migrate.ts';
import { inThreads, openEcuPool } from '../../../features/files/analysis/server/ecu-work.ts';
import { openEventFeed } from '../../../server/events/event-feed.ts';
import type { Deps } from '../../../server/http/call.ts';
import { makeProofKey } from '../../../server/proof-key.ts';
import { openStorage } from '../../../server/storage/open-storage.ts';
import { buildCustomer } from '../../../server/testing/stories.ts';

export type ServerCommand = 'figures' | 'processor' | 'stop';

export interface Ready {
  url: string;
  /** One token for each customer. */
  tokens: string[];
}

export interface Figures {
  /** The most that the ECU threads used for one file. */
  worst: { ms: number; memoryMb: number };
}

const CUSTOMERS = 4;
const CREDITS = 5_000_000;

const folder = await mkdtemp(join(tmpdir(), 'tunedesk-soak-'));
const dataDir = join(folder, 'database');
const database = await startEmbeddedDatabase({ dataDir, durable: false, log: () => undefined });
await migrate(database.url);
const connection = connect(database.url, 20);
await openLedger(connection.db, { dataDir: folder, ledgerKey: null, ledgerKeysOld: [] }, () => undefined);
// Without limits, because the same four customers upload all day.
const config = readConfig({ UPLOAD_LIMITS: 'files=0,megabytes=0,at_once=0' }, folder);
const storage = await openStorage(config);
const deps: Deps = {
  db: connection.db,
  storage,
  clock: systemClock,
  config,
  log: pino({ level: 'silent' }),
  ecu: inThreads(openEcuPool(), storage),
  proofKey: makeProofKey(),
  pushKey: '',
  webhookSecret: '',
  sessionSecret: 'only-for-the-soak-only-for-the-soak',
};
const app = await buildApp({ deps, feed: openEventFeed(database.url), logger: { level: 'error' }, webFolder: null });
const url = await app.listen({ port: 0, host: '127.0.0.1' });
await deps.ecu.warm();
const tokens: string[] = [];
for (let serial = 0; serial < CUSTOMERS; serial += 1) {
  const { id, token } = await buildCustomer(deps);
  await buildCredits(deps, id, CREDITS);
  tokens.push(token);
}

const handlers: Record<ServerCommand, () => Promise<unknown>> = {
  figures: async (): Promise<Figures> => ({ worst: deps.ecu.worst }),
  // Processor time of all threads, in milliseconds.
  processor: async (): Promise<number> => {
    const { user, system } = process.cpuUsage();
    return (user + system) / 1000;
  },
  stop: async () => {
    await app.close();
    await deps.ecu.close();
    await connection.close();
    await database.stop();
    await rm(folder, { recursive: true, force: true });
    setImmediate(() => process.exit(0));
  },
};

process.on('message', (command: ServerCommand) => {
  handlers[command]().then(
    (reply) => process.send?.({ reply: reply }),
    (error: unknown) => {
      process.stderr.write(`${String(error)}\n`);
      process.exit(1);
    },
  );
});
// The parent has ended, so nothing may be left behind.
process.on('disconnect', () => void handlers.stop());
process.send?.({ reply: { url, tokens } satisfies Ready });
