// CPU time of the two calls that every open browser repeats every few seconds: our server compared with a bare one.
// npm run bench -- polling [--write]
import { join } from 'node:path';
import { buildSignedIn } from '../../features/accounts/server/accounts.factory.ts';
import { buildFile } from '../../features/files/server/files.factory.ts';
import { connect } from '../../server/database/connect.ts';
import { openFileStorage } from '../../server/storage/file-storage.ts';
import { CALLS, compareRivals, tableOfRivals, type Customer } from './poll-rivals.ts';
import { headline, writeSection } from './write-section.ts';
import { composeDeps } from '../../server/testing/compose-deps.ts';
import { withBenchDatabase } from './bench-portal.ts';

/** Many short rounds, so that other work on the machine affects both servers alike. */
const ROUNDS = Number(process.argv.find((value) => /^\d+$/.test(value)) ?? 25);
/** Enough that none of them polls faster than a browser may (server/http/polls.ts). */
const CUSTOMERS = 200;
const SECRET = 'only-for-the-bench-only-for-the-bench';

await withBenchDatabase(async (databaseUrl, folder) => {
  const connection = connect(databaseUrl, 2);
  const storage = await openFileStorage(join(folder, 'files'));
  const deps = composeDeps({ db: connection.db, dataDir: folder, storage, sessionSecret: SECRET });
  const customers: Customer[] = [];
  for (let at = 0; at < CUSTOMERS; at += 1) {
    const { id, token } = await buildSignedIn(deps);
    customers.push({ token, fileId: (await buildFile(deps, { user_id: id })).id });
  }
  await connection.close();
  const setting = { databaseUrl, sessionSecret: SECRET, folder, customers, rounds: ROUNDS };
  const table = tableOfRivals(await compareRivals(setting));
  console.log(`\nServer CPU per poll, medians of ${ROUNDS} rounds of ${CALLS} calls\n\n${table}\n`);
  if (!process.argv.includes('--write')) return;
  writeSection('Polling', [
    headline('npm run bench -- polling --write'),
    `CPU of the server process for one call (user and system), medians of ${ROUNDS} rounds of ${CALLS} calls, 16 at once, by 200 customers. The bare server is \`node:http\`, which remembers nothing: the same token check, a query for the session and one for the row over the same driver, JSON and a tag, in turns with ours in one run. A 304 is the reply to who has the newest; ours then reads nothing (docs/decisions/007-events-polls-and-unread.md#polls-from-memory).`,
    table,
  ]);
});
