import { existsSync, statSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import { listUsers, login } from '../../../features/accounts/accounts.calls.ts';
import { listFiles } from '../../../features/files/files.calls.ts';
import { createFirstAdministrator } from '../../../features/accounts/server/accounts.ts';
import { identify } from '../../../ecu/identify.ts';
import { Image } from '../../../ecu/image.ts';
import { DEMO_PASSWORD, seedDemo } from './demo.ts';
import { originalImage, type Family } from './images.ts';
import { checkWholeLedger } from '../../server/whole-ledger.ts';
import { app, openStage } from '../../../server/testing/stage.ts';

openStage();
const lines: string[] = [];
const log = (line: string) => void lines.push(line);

beforeAll(async () => {
  await createFirstAdministrator(app, { email: 'admin@example.com', password: 'a password nobody else has' });
  await seedDemo({ ...app.deps, db: app.ownerDb }, log);
});

const readRows = async <Row>(statement: string): Promise<Row[]> => (await sql.raw<Row>(statement).execute(app.db)).rows;

test('the demo contains every reachable state of a file, and no other', async () => {
  const { reachable } = JSON.parse(
    await readFile(new URL('../../../docs/spec/state-machine.json', import.meta.url), 'utf8'),
  ) as { reachable: unknown[] };
  const rows = await readRows<{ state: unknown[] }>(
    'select distinct jsonb_build_array(status, price_status, feasible) as state from files',
  );
  const spelled = (states: unknown[]) => states.map((state) => JSON.stringify(state)).sort();
  expect(spelled(rows.map(({ state }) => state))).toEqual(spelled(reachable));
});

test('one colleague is a TUNER, who logs in and sees files but no users', async () => {
  const { body } = await app.call(login, { email: 'nikola@example.com', password: DEMO_PASSWORD });
  const token = (body as { token: string }).token;
  expect((await app.call(listFiles, { limit: 10 }, { token })).status).toBe(200);
  expect((await app.call(listUsers, { limit: 10 }, { token })).body.code).toBe('session.not_in_staff_role');
});

test('the ledger adds up, is protected again, and has entries of every source', async () => {
  expect(await checkWholeLedger(app.deps)).toEqual([]);
  await expect(sql`update credit_journals set created_at = now()`.execute(app.ownerDb)).rejects.toThrow(
    /only added to/,
  );
  const sources = await readRows<{ source: string }>('select distinct source from credit_journals order by 1');
  expect(sources.map(({ source }) => source)).toEqual(['Admin', 'DTC OFF', 'Payment', 'Refund', 'Upload']);
});

test('the catalogue has at least 24 solutions, each with a picture, with DTC OFF, Immo OFF and Readiness calibration as options', async () => {
  const solutions = await readRows<{ name: string; type: string; image_url: string }>(
    'select name, type, image_url from solutions',
  );
  expect(solutions.length).toBeGreaterThanOrEqual(24);
  for (const name of ['DTC OFF', 'Immo OFF', 'Readiness calibration'])
    expect(solutions).toContainEqual(expect.objectContaining({ name, type: 'OPTION' }));
  expect(new Set(solutions.map(({ image_url }) => image_url)).size).toBe(solutions.length);
  for (const { image_url } of solutions) {
    const picture = fileURLToPath(new URL(`../../web/public${image_url}`, import.meta.url));
    expect(existsSync(picture), image_url).toBe(true);
    expect(statSync(picture).size, image_url).toBeLessThan(1500);
  }
});

test('dates are in the past and in the order of the events', async () => {
  expect(await readRows('select id from files')).not.toEqual([]);
  expect(await readRows('select id from credit_journals')).not.toEqual([]);
  const wrong = await readRows(`
    select id from files
     where created_at > now() - interval '1 hour' or updated_at < created_at or checked_at < created_at
        or paid_at < checked_at or delivered_at < paid_at`);
  expect(wrong).toEqual([]);
  const disordered = await readRows(`
    select id from (select id, created_at, lag(created_at) over (order by id) as before from credit_journals) j where created_at < before`);
  expect(disordered).toEqual([]);
});

test('the images are recognised as the control units they are named after', () => {
  const families: Family[] = ['EDC15', 'EDC16', 'EDC17', 'ME7'];
  const results = families.map((family) => identify(new Image(originalImage(family, 5))));
  expect(
    results.map((found) => (found.outcome === 'recognised' ? found.family.familyId.toUpperCase() : found.outcome)),
  ).toEqual(families);
});

test('its past mails are stored as sent, so a new mail does not wait behind them', async () => {
  const mails = await readRows<{ posted: number; waiting: number }>(
    'select count(*)::int as posted, (count(*) filter (where sent_at is distinct from created_at))::int as waiting from mails',
  );
  expect(mails[0]?.posted).toBeGreaterThan(20);
  expect(mails[0]?.waiting).toBe(0);
  const jobs = await readRows("select id from jobs.job where name = 'deliver-mail' and state = 'created'");
  expect(jobs).toEqual([]);
});

test('the printed logins work, there are open and closed tickets, and a second run changes nothing', async () => {
  expect(lines.join('\n')).toContain(DEMO_PASSWORD);
  const reply = await app.call(login, { email: 'elena@example.com', password: DEMO_PASSWORD });
  expect(reply.status).toBe(200);
  const tickets = await readRows<{ status: string; count: number }>(
    'select status, count(*)::int from tickets group by 1 order by 1',
  );
  expect(tickets).toEqual([
    { status: 'CLOSED', count: 2 },
    { status: 'OPEN', count: 3 },
  ]);
  const counts = () =>
    readRows(
      'select (select count(*) from users) u, (select count(*) from files) f, (select count(*) from solutions) s, (select count(*) from credit_entries) e',
    );
  const before = await counts();
  lines.length = 0;
  await seedDemo({ ...app.deps, db: app.ownerDb }, log);
  expect(lines).toEqual([expect.stringContaining('has customers already')]);
  expect(await counts()).toEqual(before);
});
