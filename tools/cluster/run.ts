import { setTimeout as sleep } from 'node:timers/promises';
import { waitUntil } from '../wait-until.ts';
import { checkCluster } from './checks.ts';
import { runClients, type ClusterRecords } from './clients.ts';
import { FAULTS, untilWhole, type Fault, type Watched } from './faults.ts';
import type { PortalCluster } from './portal-cluster.ts';
import { THIS_RELEASE } from './portal-process.ts';
import { checkReplica } from './replica.ts';
import type { Stage } from './stage.ts';
import { longestGap, measureEvents, type Probes } from './watch.ts';

const CALM_MS = 4000;
/** Maximum time without a successful write, whatever happens. */
const MAX_PAUSE_MS = 15_000;
const MAX_EVENT_MS = 1000;

export interface Row {
  what: string;
  /** The longest time without a successful write during the step. */
  pause: string;
  /** Replies by status during the step; 0: the connection was cut. */
  replies: string;
}

export interface Run {
  cluster: PortalCluster;
  stage: Stage;
  records: ClusterRecords;
  probes: Probes;
  rows: Row[];
  found: string[];
  figures: string[];
  /** The previous release; null: this release runs from the start. */
  previous: { commit: string; newMigrations: number } | null;
  isChosen: (part: Part) => boolean;
}

export const PARTS = ['replica', 'faults', 'release'] as const;
export type Part = (typeof PARTS)[number];

/** What a step is written to. */
type Watch = Pick<Run, 'found' | 'probes' | 'records' | 'rows'>;

/** Returns a function that formats the replies since then, by status. */
function countReplies({ records }: Watch): () => string {
  const before = new Map(records.responses);
  return () => {
    const counts = new Map<string, number>();
    for (const [key, times] of records.responses) {
      const status = key.split(' ').at(-1) ?? '';
      counts.set(status, (counts.get(status) ?? 0) + times - (before.get(key) ?? 0));
    }
    const some = [...counts].filter(([, times]) => times > 0).toSorted(([a], [b]) => Number(a) - Number(b));
    return some.map(([status, times]) => `${status}: ${times}`).join(', ');
  };
}

/** Returns when each of these was carried out. */
const listMoments = ({ probes, records }: Watch, watched: Watched): readonly number[] =>
  ({ writes: probes.endedAt(), uploads: records.uploadedAt, 'DTC OFF': records.generatedAt })[watched];

interface Step {
  what: string;
  watched?: Watched;
  expectedMs?: number;
}

/** Adds a row for a step, in which what is watched may pause for as long as expected, and not for much longer. */
export async function watchStep(
  run: Watch,
  { what, watched = 'writes', expectedMs = 0 }: Step,
  step: () => Promise<unknown>,
): Promise<void> {
  const replies = countReplies(run);
  const startedAt = Date.now();
  await step();
  const pauseMs = longestGap(listMoments(run, watched), startedAt) - expectedMs;
  if (pauseMs > MAX_PAUSE_MS) run.found.push(`${what}: ${watched} went on after ${pauseMs} ms`);
  if (pauseMs < -expectedMs / 4) run.found.push(`${what}: it did not stop ${watched}`);
  const row = { what, pause: `${watched}, ${(pauseMs / 1000).toFixed(1)} s`, replies: replies() };
  run.rows.push(row);
  console.log(`${what}: longest pause of ${row.pause}; replies ${row.replies}`);
}

const applyFault = (run: Run, { name, what: watched, expectedMs = 0, apply }: Fault) =>
  watchStep(run, { what: name, watched, expectedMs }, async () => {
    await apply(run.cluster);
    await run.probes.untilWriting();
    await untilWhole(run.cluster);
    await sleep(CALM_MS);
    const calmAt = Date.now();
    await waitUntil(`${watched} after: ${name}`, () => (listMoments(run, watched).at(-1) ?? 0) > calmAt);
  });

/**
 * Changes the release while the clients keep working: the previous release first runs on the new tables, and is then
 * replaced process by process.
 */
async function changeRelease(run: Run, { commit, newMigrations }: NonNullable<Run['previous']>): Promise<void> {
  const rest = () => sleep(5 * CALM_MS);
  const what = `${commit} on the tables of this release (${newMigrations} migrations newer)`;
  await watchStep(run, { what }, rest);
  const replaced = `${commit} is replaced by this release, one process after the other`;
  await watchStep(run, { what: replaced }, async () => {
    for (const one of [...run.cluster.workers, ...run.cluster.webs]) await one.changeRelease(THIS_RELEASE);
    await sleep(CALM_MS);
  });
}

async function addEventTimes(run: Run, when: string): Promise<void> {
  const took = (await measureEvents(run.cluster, run.stage.watched)).toSorted((a, b) => a - b);
  const longest = took.at(-1) ?? 0;
  const text = `Events ${when}: at every web process ${took[Math.floor(took.length / 2)]} ms after the reply at the median of ${took.length}, ${longest} ms at most.`;
  console.log(text);
  run.figures.push(text);
  if (longest > MAX_EVENT_MS) run.found.push(`an event took ${longest} ms`);
}

/**
 * Runs all chosen parts one after the other while the clients work, then checks that everything acknowledged is there.
 */
export async function runAll(run: Run): Promise<void> {
  let isOver = false;
  const clients = runClients({ url: run.cluster.url, records: run.records, isOver: () => isOver }, run.stage);
  try {
    await sleep(CALM_MS);
    if (run.previous !== null) await changeRelease(run, run.previous);
    if (run.isChosen('replica')) {
      const { found, figures } = await checkReplica(run.cluster, run.stage, run.records);
      run.found.push(...found);
      run.figures.push(figures);
      console.log(figures);
    }
    await addEventTimes(run, 'before the faults');
    if (run.isChosen('faults')) {
      for (const fault of FAULTS) await applyFault(run, fault);
      await addEventTimes(run, 'after the faults');
    }
  } finally {
    isOver = true;
    await clients;
    await run.probes.stop();
  }
  run.found.push(...(await checkCluster(run.cluster.url, run.stage, run.records)));
}
