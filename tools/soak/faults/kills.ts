// The server is repeatedly killed in the middle of uploads.
import { setTimeout as sleep } from 'node:timers/promises';
import { waitUntil } from '../../wait-until.ts';
import { SoakPortal } from '../soak-portal.ts';
import { describeStatuses, listUnexpected, type Part } from './part.ts';
import { findLost, sweepLeftovers } from './stored.ts';
import { buildUploaders, NO_LIMITS, startUploading, uploadUntil, type Uploading } from './uploader.ts';

const UPLOADERS = 8;
/** Maximum number of acknowledged uploads per round; the kill comes in the middle of the next ones. */
const MAX_OF_ROUND = 20;
const MAX_REST_MS = 100;
const MAX_RESTART_MS = 3000;
/** Acceptable statuses: a killed server breaks connections, and one that starts may ask to try again. */
const EXPECTED = [0, 201, 503];

export async function killDuringUploads(kills: number): Promise<Part> {
  const portal = await SoakPortal.open(NO_LIMITS);
  try {
    return await run(portal, kills);
  } finally {
    await portal.close();
  }
}

async function run(portal: SoakPortal, kills: number): Promise<Part> {
  await portal.startServer();
  const world = await buildUploaders(portal, UPLOADERS);
  const uploading = startUploading(portal, world);
  const restarts: number[] = [];
  for (let kill = 1; kill <= kills; kill += 1) {
    let isOver = false;
    const uploads = uploadUntil(uploading, () => isOver);
    const enough = uploading.acknowledged.size + Math.floor(Math.random() * MAX_OF_ROUND);
    await waitUntil('acknowledged uploads', () => uploading.acknowledged.size >= enough, { everyMs: 1 });
    await sleep(Math.random() * MAX_REST_MS);
    await portal.killServer();
    isOver = true;
    await uploads;
    const startedAt = performance.now();
    await portal.startServer();
    restarts.push(performance.now() - startedAt);
    if (kill % 20 === 0) console.log(`${kill} kills, ${uploading.acknowledged.size} acknowledged uploads`);
  }
  const lost = await findLost(portal, uploading.acknowledged);
  const { before, after } = await sweepLeftovers(portal);
  return describeKills(uploading, { restarts, lost, faults: portal.faults, before, after });
}

interface KillFindings {
  restarts: readonly number[];
  lost: readonly string[];
  /** What the program reported as its own faults. */
  faults: readonly string[];
  before: number;
  after: number;
}

export function describeKills(
  { acknowledged, statuses }: Pick<Uploading, 'acknowledged' | 'statuses'>,
  { restarts, lost, faults, before, after }: KillFindings,
): Part {
  const sorted = restarts.toSorted((one, other) => one - other);
  const longest = sorted.at(-1) as number;
  const median = sorted[Math.floor(sorted.length / 2)] as number;
  const slow = restarts.filter((ms) => ms > MAX_RESTART_MS).length;
  return {
    name: `${restarts.length} kills of the server during uploads by ${UPLOADERS} customers`,
    found: [
      `${acknowledged.size} uploads were acknowledged, ${lost.length} of them are not there with their bytes`,
      `${before} objects without a row were left behind, ${after} after the sweep`,
      `healthy again after ${(median / 1000).toFixed(1)} s at the median, ${(longest / 1000).toFixed(1)} s at most`,
      describeStatuses(statuses),
    ],
    violations: [
      ...lost,
      ...listUnexpected(statuses, EXPECTED),
      ...faults,
      ...(after > 0 ? [`${after} objects without a row survived the sweep`] : []),
      ...(slow > 0 ? [`${slow} restarts took longer than ${MAX_RESTART_MS} ms`] : []),
    ],
  };
}
