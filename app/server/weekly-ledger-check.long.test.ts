import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import { beforeEach, expect, test } from 'vitest';
import { CHECK_FILE, readCheckState } from '../../features/credits/server/check-state.ts';
import { buildCredits, buildManyEntries } from '../../features/credits/server/credits.factory.ts';
import { forgePastGuards } from '../../features/credits/server/forged-ledger.factory.ts';
import { startWorkers } from '../../server/jobs.ts';
import { readHealth } from '../../server/testing/read-health.ts';
import { buildCustomer } from '../../server/testing/stories.ts';
import { checkLedgerWeekly, checkWholeLedger, sendDueLedgerCheck } from './whole-ledger.ts';
import { app, openStage } from '../../server/testing/stage.ts';

const ENTRIES = 1200;
const DAY_MS = 24 * 3_600_000;

openStage({ forEachTest: true });
let customer: Awaited<ReturnType<typeof buildCustomer>>;
beforeEach(async () => {
  customer = await buildCustomer(app.deps);
  await buildManyEntries(app, customer.id, ENTRIES);
  await checkWholeLedger(app.deps);
});

/** Changes a note as a superuser could, bypassing every guard of the database. */
const changeNote = (sequence: number, note: string | null) =>
  forgePastGuards(app, async (tx) => {
    await sql`update credit_journals set note = ${note}
               where id = (select journal_id from credit_entries where sequence = ${sequence}
                            and account_id = (select id from credit_accounts where user_id = ${customer.id} and unit = 'MAIN'))`.execute(
      tx,
    );
  });

/** Stops after this many slices, as when the server is stopped. */
const stopAfter = (slices: number) => {
  let left = slices;
  return async () => {
    left -= 1;
    if (left === 0) throw new Error('stopped');
  };
};

const interrupt = (slices: number) =>
  expect(checkWholeLedger(app.deps, { pause: stopAfter(slices), isResumable: true })).rejects.toThrow('stopped');

const goOn = () => checkLedgerWeekly(app.deps, new AbortController().signal);

test('an interrupted check resumes where it stopped, in the middle of an account', async () => {
  await interrupt(2);
  const { open } = await readCheckState(app.db);
  expect(open).toMatchObject({ entries: 1000, place: { part: 0, walk: { version: 1000 } } });
  // It lies before the current position, so only a check that started over would find it.
  await changeNote(900, 'x');
  await buildCredits(app, customer.id, 5);
  await goOn();
  expect(await readCheckState(app.db)).toMatchObject({
    open: null,
    last: { started_at: open?.started_at, entries: ENTRIES + 1, findings: 0 },
  });
  await goOn();
  expect((await readCheckState(app.db)).last?.findings).toBe(1);
});

test('findings from before the interruption are in its result', async () => {
  await changeNote(1, 'x');
  await interrupt(2);
  await goOn();
  expect((await readCheckState(app.db)).last).toMatchObject({ entries: ENTRIES, findings: 1 });
  expect((await readHealth(app)).body).toMatchObject({
    ledger: 'stopped',
    ledger_check: { status: 'broken', entries: ENTRIES, findings: 1 },
  });
});

test('a break in the remaining part is found', async () => {
  await interrupt(2);
  await changeNote(1100, 'x');
  await goOn();
  expect((await readCheckState(app.db)).last?.findings).toBe(1);
});

test('a stored position not sealed with the key is ignored: the check starts over', async () => {
  await interrupt(2);
  const path = join(app.folder, CHECK_FILE);
  const text = await readFile(path, 'utf8');
  await writeFile(path, text.replace('"entries":1000', '"entries":1199'));
  await changeNote(1, 'x');
  await goOn();
  expect((await readCheckState(app.db)).last).toMatchObject({ entries: ENTRIES, findings: 1 });
});

test('a stop ends the check within one slice, and its position is stored', async () => {
  const stopping = new AbortController();
  const checking = checkLedgerWeekly(app.deps, stopping.signal);
  stopping.abort();
  await expect(checking).rejects.toThrow('aborted');
  expect((await readCheckState(app.db)).open?.place).toMatchObject({ part: 0, walk: { version: 500 } });
});

const countJobs = async () => {
  const { rows } = await sql`select from jobs.job where name = 'verify-ledger'`.execute(app.db);
  return rows.length;
};

test('the job is sent once: after a week, or at once if a check was interrupted', async () => {
  await sendDueLedgerCheck(app);
  expect(await countJobs()).toBe(0);
  app.clock.advance(8.1 * DAY_MS);
  await sendDueLedgerCheck(app);
  await sendDueLedgerCheck(app);
  expect(await countJobs()).toBe(1);
  app.clock.advance(-8.1 * DAY_MS);
  await sql`delete from jobs.job`.execute(app.ownerDb);
  await sendDueLedgerCheck(app);
  expect(await countJobs()).toBe(0);
  await interrupt(2);
  await sendDueLedgerCheck(app);
  expect(await countJobs()).toBe(1);
});

test('the job reads the whole ledger, finds changes to old entries, and is sent again a week later', async () => {
  await changeNote(1, 'x');
  app.clock.advance(8.1 * DAY_MS);
  await sendDueLedgerCheck(app);
  const work = { 'verify-ledger': (_: number, signal: AbortSignal) => checkLedgerWeekly(app.deps, signal) };
  const workers = await startWorkers(app.databaseUrl, work, () => undefined);
  const states = async () => {
    const { rows } = await sql<{ state: string }>`
      select state::text from jobs.job where name = 'verify-ledger' order by created_on`.execute(app.db);
    return rows.map(({ state }) => state);
  };
  await expect.poll(states, { timeout: 20_000 }).toEqual(['completed']);
  expect((await readCheckState(app.db)).last).toMatchObject({ entries: ENTRIES, findings: 1 });
  app.clock.advance(8.1 * DAY_MS);
  await sendDueLedgerCheck(app);
  await expect.poll(states, { timeout: 20_000 }).toEqual(['completed', 'completed']);
  await workers.stop();
});
