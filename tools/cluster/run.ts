import { setTimeout as sleep } from 'node:timers/promises';
import { checkCluster } from './checks.ts';
import { runClients, type ClusterRecords } from './clients.ts';
import { FAULTS, untilWhole, type Fault } from './faults.ts';
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

export type Part = 'replica' | 'faults' | 'release';

/** What a step is written to. */
type Watched = Pick<Run, 'found' | 'probes' | 'records' | 'rows'>;

/** Returns a function that formats the replies since then, by status. */
function countReplies({ records }: Watched): () => string {
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

/** Adds a row for a step, in which `watched` may not pause for too long. */
function addRow(run: Watched, step: { what: string; watched: string; pauseMs: number; replies: string }): void {
  const { what, watched, pauseMs, replies } = step;
  if (pauseMs > MAX_PAUSE_MS) run.found.push(`${what}: ${watched} went on after ${pauseMs} ms`);
  const row = { what, pause: `${watched}, ${(pauseMs / 1000).toFixed(1)} s`, replies };
  run.rows.push(row);
  console.log(`${what}: longest pause of ${row.pause}; replies ${replies}`);
}

async function applyFault(run: Run, { name, what, expectedMs = 0, apply }: Fault): Promise<void> {
  const replies = countReplies(run);
  const startedAt = Date.now();
  await apply(run.cluster);
  await run.probes.untilWriting();
  await untilWhole(run.cluster);
  await sleep(CALM_MS);
  const moments = what === 'writes' ? run.probes.endedAt() : run.records.uploadedAt;
  const pauseMs = longestGap(moments, startedAt) - expectedMs;
  addRow(run, { what: name, watched: what, pauseMs, replies: replies() });
}

/**
 * Changes the release while the clients keep working: the previous release first runs on the new tables, and is then
 * replaced process by process.
 */
async function changeRelease(run: Run, { commit, newMigrations }: NonNullable<Run['previous']>): Promise<void> {
  const rest = () => sleep(5 * CALM_MS);
  await watchStep(run, `${commit} on the tables of this release (${newMigrations} migrations newer)`, rest);
  await watchStep(run, `${commit} is replaced by this release, one process after the other`, async () => {
    for (const one of [...run.cluster.workers, ...run.cluster.webs]) await one.changeRelease(THIS_RELEASE);
    await sleep(CALM_MS);
  });
}

export async function watchStep(run: Watched, what: string, step: () => Promise<unknown>): Promise<void> {
  const replies = countReplies(run);
  const startedAt = Date.now();
  await step();
  const pauseMs = longestGap(run.probes.endedAt(), startedAt);
  addRow(run, { what, watched: 'writes', pauseMs, replies: replies() });
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
      const { found, figures } = await checkReplica(run.cluster, run.stage);
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
