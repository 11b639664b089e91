// The database stops, or its connections are cut, while customers upload.
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { waitUntil } from '../../wait-until.ts';
import { SoakPortal } from '../soak-portal.ts';
import { describeStatuses, listUnexpected, type Part } from './part.ts';
import { findLost } from './stored.ts';
import { buildUploaders, NO_LIMITS, startUploading, uploadOne, uploadUntil, type Uploading } from './uploader.ts';

const UPLOADERS = 6;
const AWAY_MS = 1000;
const BETWEEN_MS = 400;
const MAX_RECOVERY_MS = 5000;
/** Acceptable statuses; after 503 a client may retry. */
const EXPECTED = [200, 201, 503];

interface Faults {
  stops: number;
  cuts: number;
}

export async function loseDatabase(faults: Faults): Promise<Part> {
  const portal = await SoakPortal.open(NO_LIMITS);
  try {
    return await run(portal, faults);
  } finally {
    await portal.close();
  }
}

/** Measures the time from now until an upload is acknowledged. */
async function timeRecovery(uploading: Uploading): Promise<number> {
  const startedAt = performance.now();
  const [token] = uploading.world.tokens as [string];
  await waitUntil('an upload', async () => (await uploadOne(uploading, token)) === 201, { everyMs: 20 });
  return performance.now() - startedAt;
}

const cutConnections = (portal: SoakPortal) =>
  sql`select pg_terminate_backend(pid) from pg_stat_activity
       where datname = current_database() and pid <> pg_backend_pid() and backend_type = 'client backend'`.execute(
    portal.db,
  );

async function repeat(times: number, uploading: Uploading, fault: () => Promise<unknown>): Promise<number[]> {
  const recoveries: number[] = [];
  for (let round = 0; round < times; round += 1) {
    await fault();
    recoveries.push(await timeRecovery(uploading));
    await sleep(BETWEEN_MS);
  }
  return recoveries;
}

async function run(portal: SoakPortal, { stops, cuts }: Faults): Promise<Part> {
  await portal.startServer();
  const world = await buildUploaders(portal, UPLOADERS);
  const uploading = startUploading(portal, world);
  let isOver = false;
  const uploads = uploadUntil(uploading, () => isOver);
  const stopped = await repeat(stops, uploading, () => portal.stopDatabase(AWAY_MS));
  const cut = await repeat(cuts, uploading, () => cutConnections(portal));
  isOver = true;
  await uploads;
  const lost = await findLost(portal, uploading.acknowledged);
  return describe(uploading, { stopped, cut, lost, faults: portal.faults });
}

interface DatabaseFindings {
  stopped: readonly number[];
  cut: readonly number[];
  lost: readonly string[];
  /** What the program reported as its own faults. */
  faults: readonly string[];
}

const secondsOf = (recoveries: readonly number[]) => `${(Math.max(0, ...recoveries) / 1000).toFixed(1)} s at most`;

function describe({ acknowledged, statuses }: Uploading, { stopped, cut, lost, faults }: DatabaseFindings): Part {
  const slow = [...stopped, ...cut].filter((ms) => ms > MAX_RECOVERY_MS);
  return {
    name: `PostgreSQL stopped ${stopped.length} times for a second and all its connections cut ${cut.length} times`,
    found: [
      `an upload was acknowledged again ${secondsOf(stopped)} after the start, ${secondsOf(cut)} after a cut`,
      `${acknowledged.size} uploads were acknowledged, ${lost.length} of them are not there with their bytes`,
      describeStatuses(statuses),
    ],
    violations: [
      ...listUnexpected(statuses, EXPECTED),
      ...lost,
      ...faults,
      ...slow.map((ms) => `recovery took ${(ms / 1000).toFixed(1)} s`),
    ],
  };
}
