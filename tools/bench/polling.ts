// CPU time of the two calls that every open browser repeats every few seconds: our server compared with a bare one.
// npm run bench -- polling [--write]
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildSignedIn } from '../../features/accounts/server/accounts.factory.ts';
import { buildFile } from '../../features/files/server/files.factory.ts';
import { systemClock } from '../../server/clock.ts';
import { readConfig } from '../../app/server/read-config.ts';
import { removeCluster } from '../../server/database/cluster-owner.ts';
import { connect } from '../../server/database/connect.ts';
import { startEmbeddedDatabase } from '../../server/database/embedded.ts';
import { migrate } from '../../server/database/migrate.ts';
import type { Deps } from '../../server/http/call.ts';
import { openFileStorage } from '../../server/storage/file-storage.ts';
import { CALLS, compareRivals, tableOfRivals, type Customer } from './poll-rivals.ts';
import { headline, writeSection } from './write-section.ts';

/** Many short rounds, so that other work on the machine affects both servers alike. */
const ROUNDS = Number(process.argv.find((value) => /^\d+$/.test(value)) ?? 25);
/** Enough that none of them polls faster than a browser may (server/http/polls.ts). */
const CUSTOMERS = 200;
const SECRET = 'only-for-the-bench-only-for-the-bench';

async function main(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'tunedesk-bench-'));
  const database = await startEmbeddedDatabase({ dataDir: folder, durable: false, log: () => undefined });
  try {
    await migrate(database.url);
    const connection = connect(database.url, 2);
    const deps = {
      db: connection.db,
      clock: systemClock,
      config: readConfig({}, folder),
      sessionSecret: SECRET,
      storage: await openFileStorage(`${folder}/files`),
    };
    const customers: Customer[] = [];
    for (let at = 0; at < CUSTOMERS; at += 1) {
      const { id, token } = await buildSignedIn(deps as unknown as Deps);
      customers.push({ token, fileId: (await buildFile(deps, { user_id: id })).id });
    }
    await connection.close();
    const setting = { databaseUrl: database.url, sessionSecret: SECRET, folder, customers, rounds: ROUNDS };
    const table = tableOfRivals(await compareRivals(setting));
    console.log(`\nServer CPU per poll, medians of ${ROUNDS} rounds of ${CALLS} calls\n\n${table}\n`);
    if (process.argv.includes('--write')) {
      writeSection('Polling', [
        headline('npm run bench -- polling --write'),
        `CPU of the server process for one call (user and system), medians of ${ROUNDS} rounds of ${CALLS} calls, 16 at once, by 200 customers. The bare server is \`node:http\`, which remembers nothing: the same token check, a query for the session and one for the row over the same driver, JSON and a tag, in turns with ours in one run. A 304 is the reply to who has the newest; ours then reads nothing (docs/decisions/007-events-polls-and-unread.md#polls-from-memory).`,
        table,
      ]);
    }
  } finally {
    await database.stop();
    removeCluster(folder);
    rmSync(folder, { recursive: true, force: true });
  }
}

await main();
