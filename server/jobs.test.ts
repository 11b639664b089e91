import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import pg from 'pg';
import { expect, test, vi } from 'vitest';
import { JOB_TIMERS, QUEUES, sendJob, startWorkers, type JobName } from './jobs.ts';
import { countTogether } from './testing/simulated-work.ts';
import { app, openStage } from './testing/stage.ts';

openStage();

const states = async () => {
  const { rows } = await sql<{ state: string; jobs: number }>`
    select state::text, count(*)::int as jobs from jobs.job where name = 'settle-payment' group by state`.execute(
    app.db,
  );
  return Object.fromEntries(rows.map(({ state, jobs }) => [state, jobs]));
};

test('a wave of payments is processed several at a time, and only a failed one is retried', async () => {
  for (let id = 1; id <= 30; id += 1) await sendJob(app.db, 'settle-payment', id);
  const together = countTogether(8);
  const done: number[] = [];
  const work = async (id: number) => {
    await together.work();
    if (id === 7) throw new Error('the provider does not answer');
    done.push(id);
  };
  const workers = await startWorkers(app.databaseUrl, { 'settle-payment': work }, () => undefined);
  await expect.poll(states, { interval: 50 }).toEqual({ completed: 29, retry: 1 });
  await workers.stop();
  expect(done.toSorted((one, other) => one - other)).toEqual(
    Array.from({ length: 30 }, (_, at) => at + 1).filter((id) => id !== 7),
  );
  expect(together.most).toBe(8);
});

const textOf = (query: unknown): string =>
  typeof query === 'string' ? query : ((query as { text?: string }).text ?? '');

test('idle workers of every kind together ask the database once a second', async () => {
  const names = Object.keys(QUEUES) as JobName[];
  const work = Object.fromEntries(names.map((name) => [name, () => Promise.resolve()]));
  const workers = await startWorkers(app.databaseUrl, work, () => undefined);
  await sleep(1500);
  const sent = vi.spyOn(pg.Client.prototype, 'query');
  await sleep(3000);
  const looks = sent.mock.calls.filter(([query]) => textOf(query).includes('jobs.'));
  sent.mockRestore();
  await workers.stop();
  expect(looks.length).toBeGreaterThan(0);
  expect(looks.length).toBeLessThanOrEqual(4);
});

test('a job that is due later is done when it is due', async () => {
  const done: number[] = [];
  const work = { 'verify-ledger': async (id: number) => void done.push(id) };
  const workers = await startWorkers(app.databaseUrl, work, () => undefined);
  await sendJob(app.db, 'verify-ledger', 1, { afterSeconds: 3 });
  await sleep(1500);
  expect(done).toEqual([]);
  await expect.poll(() => done, { timeout: 10_000, interval: 50 }).toEqual([1]);
  await workers.stop();
});

test('the timers of jobs are unaffected when the machine’s clock is set back', () => {
  const before = JOB_TIMERS.now();
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() - 3_600_000 });
  expect(JOB_TIMERS.now()).toBeGreaterThanOrEqual(before);
  vi.useRealTimers();
});
