import { sql } from 'kysely';
import type { Clock } from '../clock.ts';
import type { Database } from './connect.ts';

const EVERY_MS = 15_000;
/** Number of round trips measured, of which the quickest counts. */
const SAMPLES = 3;

export interface DatabaseClock extends Clock {
  stop(): void;
}

/** Offset to add to the monotonic time of this process, and how far off it may be. */
interface Measured {
  offsetMs: number;
  withinMs: number;
}

export async function readDatabaseTime(db: Database): Promise<Date> {
  const { rows } = await sql<{ now: string }>`select clock_timestamp() as now`.execute(db);
  return new Date((rows[0] as { now: string }).now);
}

async function measureOnce(db: Database): Promise<Measured> {
  const startedAt = performance.now();
  const now = await readDatabaseTime(db);
  const endedAt = performance.now();
  return { offsetMs: now.getTime() - (startedAt + endedAt) / 2, withinMs: (endedAt - startedAt) / 2 };
}

async function measure(db: Database): Promise<Measured> {
  const found: Measured[] = [];
  for (let sample = 0; sample < SAMPLES; sample += 1) found.push(await measureOnce(db));
  return found.reduce((best, one) => (one.withinMs < best.withinMs ? one : best));
}

/**
 * Opens a clock that shows the time of the database, which stamps the rows, in every process of a portal. Between two
 * measurements it advances by the monotonic time of the process: a machine clock set forward by a year removes nothing
 * that is a day old, and one set back opens no session that has expired. It also runs on while the database is away.
 */
export async function openDatabaseClock(
  db: Database,
  { everyMs = EVERY_MS }: { everyMs?: number } = {},
): Promise<DatabaseClock> {
  let { offsetMs } = await measure(db);
  const follow = async () => {
    const measured = await measure(db);
    // A difference within the uncertainty of the round trip is ignored.
    if (Math.abs(measured.offsetMs - offsetMs) > measured.withinMs) offsetMs = measured.offsetMs;
  };
  const timer = setInterval(() => void follow().catch(() => undefined), everyMs);
  timer.unref();
  return { now: () => new Date(offsetMs + performance.now()), stop: () => clearInterval(timer) };
}
