import { fromKysely, PgBoss, type Job, type JobResult } from 'pg-boss';
import type { Database } from './database/connect.ts';

/** A schema separate from our own tables: pg-boss manages what is in it, and it is not part of a backup. */
export const JOBS_SCHEMA = 'jobs';

/** Every kind of job, and how often it is retried before it is given up. */
export const QUEUES = {
  /** Retried for a quarter of an hour: after that the user sees it in the portal anyway. */
  'deliver-push': { retryLimit: 7, retryDelay: 5, retryBackoff: true, retryDelayMax: 600, expireInSeconds: 60 },
  /** Retried for about two days: a mail server may be down for a weekend's night, and a mail is worth the wait. */
  'deliver-mail': { retryLimit: 60, retryDelay: 15, retryBackoff: true, retryDelayMax: 3600, expireInSeconds: 120 },
  /** Just as patient, for many mails at once; its worker reports every 15 seconds. */
  'send-mailing': {
    retryLimit: 60,
    retryDelay: 15,
    retryBackoff: true,
    retryDelayMax: 3600,
    expireInSeconds: 4 * 3600,
    heartbeatSeconds: 30,
  },
  /** If its process is killed, another one continues with it a minute later. */
  'verify-ledger': {
    retryLimit: 60,
    retryDelay: 60,
    retryBackoff: true,
    retryDelayMax: 3600,
    expireInSeconds: 4 * 3600,
    heartbeatSeconds: 30,
  },
  /**
   * Retried for about four days, as long as providers repeat a notice: their server may be down, and no payment may be
   * lost.
   */
  'settle-payment': { retryLimit: 400, retryDelay: 5, retryBackoff: true, retryDelayMax: 900, expireInSeconds: 120 },
  /** As patient as `settle-payment`. */
  'send-sandbox-notice': {
    retryLimit: 400,
    retryDelay: 5,
    retryBackoff: true,
    retryDelayMax: 900,
    expireInSeconds: 300,
  },
  /** Retried for a day (features/webhooks/server/deliver-webhook.ts), with the attempts of webhooks that rest. */
  'deliver-webhook': { retryLimit: 200, retryDelay: 5, retryBackoff: true, retryDelayMax: 3600, expireInSeconds: 60 },
  /** Retried for a day in case the machine is too busy; what is given up is queued again (features/files/identification). */
  'identify-file': { retryLimit: 30, retryDelay: 10, retryBackoff: true, retryDelayMax: 3600, expireInSeconds: 600 },
} as const;

export type JobName = keyof typeof QUEUES;

/** How many jobs of one kind run at once, because each waits for the response of another server. Other kinds: one. */
const LANES: Partial<Record<JobName, number>> = {
  'deliver-mail': 4,
  'deliver-push': 8,
  'deliver-webhook': 4,
  'settle-payment': 8,
  'send-sandbox-notice': 8,
};

/**
 * Work that triggers note in a table, in the transaction of what it follows from. A row without `queued_at` has no job
 * yet.
 */
const NOTED_IN: Partial<Record<JobName, string>> = { 'deliver-webhook': 'webhook_deliveries' };

/** How often one statement looks which kinds have jobs that are due; it wakes their lanes. */
const LOOK_EVERY_MS = 1000;
/** A lane is woken, and looks by itself only because pg-boss wants it to. */
const RESTING_SECONDS = 600;

/**
 * Creates pg-boss's own tables, or migrates them to this version. Safe at every start, even by two processes at once.
 */
export async function installJobs(url: string): Promise<void> {
  const boss = new PgBoss({ connectionString: url, schema: JOBS_SCHEMA, max: 1, supervise: false, schedule: false });
  boss.on('error', () => undefined);
  await boss.start();
  for (const [name, options] of Object.entries(QUEUES)) {
    // One job per subject at a time: what was posted twice is done once.
    await boss.createQueue(name, { ...options, policy: 'exclusive' });
  }
  await boss.stop({ graceful: false });
}

/**
 * A sender that is never started, so it has no timers or connections of its own and works over the caller's connection.
 */
const createSender = (db: Database) =>
  new PgBoss({ db: fromKysely(db), schema: JOBS_SCHEMA, supervise: false, schedule: false, migrate: false });

/** Sends a job in the caller's transaction: it exists once that commits, and never did if it is rolled back. */
export async function sendJob(
  db: Database,
  name: JobName,
  id: number,
  { afterSeconds = 0, priority = 0 }: { afterSeconds?: number; priority?: number } = {},
): Promise<void> {
  const when = afterSeconds > 0 && { startAfter: afterSeconds };
  await createSender(db).send(name, { id }, { singletonKey: String(id), priority, ...when });
}

/** Number of jobs inserted by one statement. */
const BATCH = 1000;

/** Sends many jobs at once: a start with a full outbox must not need one statement for every mail in it. */
export async function sendJobs(
  db: Database,
  name: JobName,
  rows: readonly { id: number; priority?: number; afterSeconds?: number }[],
): Promise<void> {
  const sender = createSender(db);
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

/** Removes the jobs of one kind from the queue, except those under way. */
export async function dropJobs(db: Database, name: JobName): Promise<void> {
  await createSender(db).deleteQueuedJobs(name);
}

/** `signal` asks a long job to stop; the rest of it is done after the next start. */
export type Work = Record<JobName, (id: number, signal: AbortSignal) => Promise<void>>;

/**
 * pg-boss compares times of its clock before it looks for jobs of killed processes. With the machine's clock, setting
 * that back by an hour would suspend the search for an hour.
 */
export const JOB_TIMERS = {
  now: () => performance.timeOrigin + performance.now(),
  setTimeout: (work: () => void, ms: number) => setTimeout(work, ms),
  clearTimeout: (timer: unknown) => clearTimeout(timer as NodeJS.Timeout),
  setInterval: (work: () => void, ms: number) => setInterval(work, ms),
  clearInterval: (timer: unknown) => clearInterval(timer as NodeJS.Timeout),
};

/** Runs the jobs until it is stopped; jobs under way are finished first. A failing job does not affect the others. */
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
  const wake = new Map<string, () => void>();
  for (const [name, handler] of Object.entries(work)) {
    wake.set(name, await startLanes(boss, name as JobName, (id) => handler(id, stopping.signal)));
  }
  const looking = setInterval(() => {
    lookForWork(boss, wake).catch(onError);
  }, LOOK_EVERY_MS);
  return {
    stop: () => {
      clearInterval(looking);
      stopping.abort();
      return boss.stop({ graceful: true, timeout: 5000 });
    },
  };
}

/** Wakes the lanes of the kinds that have a job to begin, and makes jobs of what triggers have noted. */
async function lookForWork(boss: PgBoss, wake: ReadonlyMap<string, () => void>): Promise<void> {
  for (const { name, is_noted } of await findDue(boss, [...wake.keys()])) {
    if (is_noted) await queueNoted(boss, name);
    wake.get(name)?.();
  }
}

/** Returns the kinds that have a job to begin, or rows without a job. */
async function findDue(boss: PgBoss, names: string[]): Promise<{ name: JobName; is_noted: boolean }[]> {
  const noted = Object.entries(NOTED_IN).map(
    ([name, table]) => `when '${name}' then exists (select from ${table} where queued_at is null)`,
  );
  const { rows } = await boss.getDb().executeSql(
    `select name, is_noted
       from (select name, case name ${noted.join(' ')} else false end as is_noted from unnest($1::text[]) name) kinds
      where is_noted
         or exists (select from ${JOBS_SCHEMA}.job
                     where job.name = kinds.name and state < 'active' and not blocked and start_after <= now())`,
    [names],
  );
  return rows as { name: JobName; is_noted: boolean }[];
}

/**
 * Makes a job of each row that has none. A process that is killed in between makes them again: of two jobs for one row
 * the queue keeps one.
 */
async function queueNoted(boss: PgBoss, name: JobName): Promise<void> {
  const table = NOTED_IN[name];
  const { rows } = await boss
    .getDb()
    .executeSql(`select id from ${table} where queued_at is null order by id limit ${BATCH}`, []);
  const ids = rows.map(({ id }: { id: number | string }) => Number(id));
  await boss.insert(
    name,
    ids.map((id) => ({ data: { id }, singletonKey: String(id) })),
  );
  await boss.getDb().executeSql(`update ${table} set queued_at = now() where id = any ($1)`, [ids]);
}

/**
 * Works on one kind of job in lanes, one job each, the highest priority first. pg-boss would pause for the polling
 * interval after every job; here a job that was found wakes all lanes, so none pauses while there may be more, and a
 * slow job holds up only its own lane. Returns what wakes the lanes.
 */
async function startLanes(boss: PgBoss, name: JobName, work: (id: number) => Promise<void>): Promise<() => void> {
  const lanes: string[] = [];
  const wake = () => lanes.forEach((lane) => boss.notifyWorker(lane));
  const options = { pollingIntervalSeconds: RESTING_SECONDS, batchSize: 1, perJobResults: true } as const;
  for (let lane = 0; lane < (LANES[name] ?? 1); lane += 1) {
    const id = await boss.work(name, options, (jobs: Job<{ id: number }>[]) => {
      wake();
      return Promise.all(jobs.map((job) => toJobResult(job.id, work(job.data.id))));
    });
    lanes.push(id);
  }
  return wake;
}

/** The result that pg-boss stores for a job that succeeded or failed. */
const toJobResult = (id: string, work: Promise<void>): Promise<JobResult> =>
  work.then(
    () => ({ id, status: 'completed' as const }),
    (error: unknown) => ({
      id,
      status: 'failed' as const,
      output: { message: error instanceof Error ? error.message : String(error) },
    }),
  );
