import { fromKysely, PgBoss, type Job, type JobResult } from 'pg-boss';
import type { Database } from './database/connect.ts';

/** Beside our own tables: what pg-boss keeps is its own, and is not part of a backup. */
export const JOBS_SCHEMA = 'jobs';

/** Every kind of job there is, and how often it is tried before it is given up. */
export const QUEUES = {
  /** A quarter of an hour: later it is in the portal anyway. */
  'deliver-push': { retryLimit: 7, retryDelay: 5, retryBackoff: true, retryDelayMax: 600, expireInSeconds: 60 },
  /** About two days: a mail server may be down over a weekend's night, and a mail is worth it. */
  'deliver-mail': { retryLimit: 60, retryDelay: 15, retryBackoff: true, retryDelayMax: 3600, expireInSeconds: 120 },
  /** As patient, for many mails at once; its worker reports every 15 seconds. */
  'send-mailing': {
    retryLimit: 60,
    retryDelay: 15,
    retryBackoff: true,
    retryDelayMax: 3600,
    expireInSeconds: 4 * 3600,
    heartbeatSeconds: 30,
  },
  /** Where its process was killed, another one goes on with it a minute later. */
  'verify-ledger': {
    retryLimit: 60,
    retryDelay: 60,
    retryBackoff: true,
    retryDelayMax: 3600,
    expireInSeconds: 4 * 3600,
    heartbeatSeconds: 30,
  },
  /** About four days, as long as providers repeat a notice: theirs may be down, and money is not forgotten. */
  'settle-payment': { retryLimit: 400, retryDelay: 5, retryBackoff: true, retryDelayMax: 900, expireInSeconds: 120 },
  /** The sandbox is as patient. */
  'send-sandbox-notice': {
    retryLimit: 400,
    retryDelay: 5,
    retryBackoff: true,
    retryDelayMax: 900,
    expireInSeconds: 300,
  },
  /** A day of a machine that is too busy; what is given up is put in line again (portal/identification). */
  'identify-file': { retryLimit: 30, retryDelay: 10, retryBackoff: true, retryDelayMax: 3600, expireInSeconds: 300 },
  /** The same (portal/similar-files). */
  'fingerprint-file': { retryLimit: 30, retryDelay: 10, retryBackoff: true, retryDelayMax: 3600, expireInSeconds: 600 },
} as const;

export type JobName = keyof typeof QUEUES;

/** How many of one kind are done at once, each of them waiting for the response of another server. Others: one. */
const LANES: Partial<Record<JobName, number>> = {
  'deliver-mail': 4,
  'deliver-push': 8,
  'settle-payment': 8,
  'send-sandbox-notice': 8,
};

/** The first lane of a kind looks for new jobs after this long; it wakes the others when there are some. */
const POLLING_SECONDS = 1;
/** In case that a lane was not awake when it was woken. */
const RESTING_SECONDS = 30;

/** Makes pg-boss's own tables, or migrates them to this version. Safe to run at every start, also by two at once. */
export async function installJobs(url: string): Promise<void> {
  const boss = new PgBoss({ connectionString: url, schema: JOBS_SCHEMA, max: 1, supervise: false, schedule: false });
  boss.on('error', () => undefined);
  await boss.start();
  for (const [name, options] of Object.entries(QUEUES)) {
    // One job for one thing at a time: what was posted twice is done once.
    await boss.createQueue(name, { ...options, policy: 'exclusive' });
  }
  await boss.stop({ graceful: false });
}

/** Not started, so it has neither timers nor connections of its own: all it does, it does over the caller's. */
const senderOver = (db: Database) =>
  new PgBoss({ db: fromKysely(db), schema: JOBS_SCHEMA, supervise: false, schedule: false, migrate: false });

/** Sends a job in the caller's transaction: it is there when that commits, and never was when it does not. */
export async function sendJob(
  db: Database,
  name: JobName,
  id: number,
  { afterSeconds = 0, priority = 0 }: { afterSeconds?: number; priority?: number } = {},
): Promise<void> {
  const when = afterSeconds > 0 && { startAfter: afterSeconds };
  await senderOver(db).send(name, { id }, { singletonKey: String(id), priority, ...when });
}

/** So many go with one statement. */
const BATCH = 1000;

/** As sendJob, for many: a start with a full outbox must not take a statement for every mail in it. */
export async function sendJobs(
  db: Database,
  name: JobName,
  rows: readonly { id: number; priority?: number; afterSeconds?: number }[],
): Promise<void> {
  const sender = senderOver(db);
  for (let from = 0; from < rows.length; from += BATCH) {
    const jobs = rows.slice(from, from + BATCH).map(({ id, priority = 0, afterSeconds = 0 }) => ({
      data: { id },
      singletonKey: String(id),
      priority,
      ...(afterSeconds > 0 && { startAfter: afterSeconds }),
    }));
    await sender.insert(name, jobs);
  }
}

/** Takes the jobs of one kind out of the line, those under way excepted. */
export async function dropJobs(db: Database, name: JobName): Promise<void> {
  await senderOver(db).deleteQueuedJobs(name);
}

/** `signal` asks a long job to come to an end: what is left is done after the next start. */
export type Work = Record<JobName, (id: number, signal: AbortSignal) => Promise<void>>;

/**
 * pg-boss waits for a moment of its clock before it looks for jobs of processes that were killed. By the machine's, one
 * that is set back by an hour would end that for an hour.
 */
export const JOB_TIMERS = {
  now: () => performance.timeOrigin + performance.now(),
  setTimeout: (work: () => void, ms: number) => setTimeout(work, ms),
  clearTimeout: (timer: unknown) => clearTimeout(timer as NodeJS.Timeout),
  setInterval: (work: () => void, ms: number) => setInterval(work, ms),
  clearInterval: (timer: unknown) => clearInterval(timer as NodeJS.Timeout),
};

/** Does the jobs until it is stopped; those under way are finished first. One that fails fails alone. */
export async function startWorkers(
  url: string,
  work: Partial<Work>,
  onError: (error: unknown) => void,
): Promise<{ stop(): Promise<void> }> {
  const boss = new PgBoss({
    connectionString: url,
    schema: JOBS_SCHEMA,
    max: 5,
    migrate: false,
    schedule: false,
    clock: JOB_TIMERS,
  });
  const stopping = new AbortController();
  boss.on('error', onError);
  await boss.start();
  for (const [name, handler] of Object.entries(work)) {
    await startLanes(boss, name as JobName, (id) => handler(id, stopping.signal));
  }
  return {
    stop: () => {
      stopping.abort();
      return boss.stop({ graceful: true, timeout: 5000 });
    },
  };
}

/**
 * Works on one kind of job in lanes, one job each, the highest priority first. pg-boss would rest for the polling
 * interval after every job; here a job that was found wakes all lanes, so none rests while there may be more, and a
 * slow job holds up its own lane only.
 */
async function startLanes(boss: PgBoss, name: JobName, work: (id: number) => Promise<void>): Promise<void> {
  const lanes: string[] = [];
  for (let lane = 0; lane < (LANES[name] ?? 1); lane += 1) {
    const pollingIntervalSeconds = lane === 0 ? POLLING_SECONDS : RESTING_SECONDS;
    const options = { pollingIntervalSeconds, batchSize: 1, perJobResults: true } as const;
    const id = await boss.work(name, options, (jobs: Job<{ id: number }>[]) => {
      for (const other of lanes) boss.notifyWorker(other);
      return Promise.all(jobs.map((job) => settled(job.id, work(job.data.id))));
    });
    lanes.push(id);
  }
}

/** What pg-boss keeps of a job that went well or did not. */
const settled = (id: string, work: Promise<void>): Promise<JobResult> =>
  work.then(
    () => ({ id, status: 'completed' as const }),
    (error: unknown) => ({
      id,
      status: 'failed' as const,
      output: { message: error instanceof Error ? error.message : String(error) },
    }),
  );
