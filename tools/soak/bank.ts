// The bank test: npm run soak -- bank [--operations 300000] [--rounds 80] [--seed 1] [--clients 16] [--write]
// Sixteen clients at once use the real program over the real database; at the end of every round the server or
// PostgreSQL is killed in the middle of whatever they do. Exits with 1 when a single thing is not as it has to be.
import { parseArgs } from 'node:util';
import { writeSection } from '../bench/write-section.ts';
import { readTimes } from '../options.ts';
import { waitUntil } from '../wait-until.ts';
import { checkAcknowledged, checkEverything, checkPayments } from './bank/checks.ts';
import { runClient } from './bank/clients.ts';
import { SoakPortal } from './soak-portal.ts';
import { emptyRecords } from './bank/records.ts';
import { settleDown } from './bank/settle-down.ts';
import { addFiles, addSessions, buildWorld } from './bank/world.ts';
import { randomFrom } from './ecu/random.ts';

const { values } = parseArgs({
  options: {
    operations: { type: 'string', default: '300000' },
    rounds: { type: 'string', default: '80' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
    clients: { type: 'string', default: '16' },
    write: { type: 'boolean', default: false },
  },
});
const [operations, rounds, seed, clients] = (['operations', 'rounds', 'seed', 'clients'] as const).map((name) =>
  readTimes(`--${name}`, values[name]),
) as [number, number, number, number];
/** Every fourth round ends with a crash of the database instead. */
const CRASH_EVERY = 4;
const FULL_CHECK_EVERY = 10;

const random = randomFrom(seed);
const records = emptyRecords();
const startedAt = Date.now();
let kills = 0;
let crashes = 0;

/** Runs all clients until they have done their share, then calls `end` in the middle of their work. */
async function storm(portal: SoakPortal, world: Awaited<ReturnType<typeof buildWorld>>, end: () => Promise<void>) {
  const share = (operations / rounds) * (0.5 + random());
  const until = records.operations + share;
  let isOver = false;
  const running = Array.from({ length: clients }, () => {
    const client = { portal, world, records, random: randomFrom(Math.floor(random() * 2 ** 32)) };
    return runClient(client, () => isOver);
  });
  await waitUntil('operations', () => records.operations >= until, { timeoutMs: 1_800_000, everyMs: 5 });
  await end();
  isOver = true;
  await Promise.all(running);
}

async function run(portal: SoakPortal): Promise<string[]> {
  // The first start ties the database to the data folder, while both are still empty.
  await portal.startServer();
  const world = await buildWorld(portal);
  for (let round = 1; round <= rounds; round += 1) {
    await addFiles(portal, world, Math.ceil((operations / rounds) * 0.5));
    await addSessions(portal, world, 4);
    const isCrash = round % CRASH_EVERY === 0;
    await storm(portal, world, isCrash ? () => portal.crashDatabase() : () => portal.killServer());
    if (isCrash) {
      crashes += 1;
      // The server that survived the crash has to recover by itself; then it is killed, too.
      await portal.untilHealthy();
      await portal.killServer();
    }
    kills += 1;
    await portal.startServer();
    const found =
      round % FULL_CHECK_EVERY === 0
        ? await checkEverything(portal.db, records)
        : [...(await checkAcknowledged(portal.db, records)), ...records.violations];
    console.log(
      `round ${round}: ${records.operations} operations, ${kills} kills, ${crashes} crashes, ${found.length} violations`,
    );
    if (found.length > 0) {
      console.log(portal.faults.join('\n'));
      return found;
    }
  }
  await settleDown(portal);
  const found = [...(await checkEverything(portal.db, records)), ...(await checkPayments(portal.db, records.payments))];
  return [...found, ...portal.faults];
}

console.log(`seed ${seed}`);
const portal = await SoakPortal.open();
let found: string[];
try {
  found = await run(portal);
} finally {
  await portal.close();
}
for (const violation of found.slice(0, 50)) console.log(`VIOLATION ${violation}`);
const minutes = ((Date.now() - startedAt) / 60_000).toFixed(1);
const summary = `${records.operations} operations by ${clients} clients at once with seed ${seed} in ${minutes} minutes; the server was killed ${kills} times and the database ${crashes} times in the middle of them: ${found.length} violations.`;
const detail = [...records.responses]
  .sort(([one], [other]) => (one < other ? -1 : 1))
  .map(([what, times]) => `${what}: ${times}`)
  .join(', ');
console.log(summary);
console.log(detail);
if (values.write) {
  writeSection('Money under attack: the bank test', [
    `\`npm run soak -- bank --write\` · Node ${process.versions.node}`,
    summary,
    `Answers by what was asked and the status (0: none came): ${detail}.`,
    `Checked: journals, balances, running balances and seals; paid files; one credit a transaction; DTC OFF charged once; what was acknowledged is there after every crash.`,
  ]);
}
process.exit(found.length === 0 ? 0 : 1);
