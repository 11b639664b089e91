import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { runHousekeeping } from '../../../server/housekeeping.ts';
import { startTestApp, type TestApp } from '../../../server/testing/app.ts';
import { buildAdmin, buildCustomer } from '../../../server/testing/stories.ts';
import * as contract from '../generations.contract.ts';
import * as proof from '../proof.contract.ts';
import * as dtcOff from '../dtc-off.contract.ts';
import { buildGeneration, buildImage } from './dtc-off.factory.ts';

type Customer = Awaited<ReturnType<typeof buildCustomer>>;

let app: TestApp;
let owner: Customer;
let admin: Customer;
let made: Awaited<ReturnType<typeof buildGeneration>>;
beforeAll(async () => {
  app = await startTestApp();
  owner = await buildCustomer(app.deps);
  admin = await buildAdmin(app.deps);
  made = await buildGeneration(app.deps, { user_id: owner.id, dtcs: 'P0100' });
  const monthAgo = new Date(app.clock.now().getTime() - 31 * 24 * 3_600_000);
  await app.db.updateTable('ai_sessions').set({ expires_at: monthAgo }).where('id', '=', made.session.id).execute();
  await runHousekeeping(app.deps);
});
afterAll(() => app.stop());

const list = async (who: Customer, below?: number) =>
  (await app.call(contract.listGenerations, below === undefined ? {} : { below }, who))
    .body as contract.GenerationsPage;

describe('a generated file, a month after its session', () => {
  test('is listed for its customer with its declaration and what went off beside the chosen codes', async () => {
    const { generations, next } = await list(owner);
    expect(next).toBeNull();
    expect(generations).toMatchObject([
      {
        id: made.id,
        file_name: 'Golf 5_dtc-off.bin',
        original_name: 'Golf 5.bin',
        codes: ['P0100'],
        also_codes: ['P0101'],
        declared_use: 'TEST_BENCH',
        has_file: true,
        user_id: owner.id,
      },
    ]);
    expect((await app.call(dtcOff.listSessions, {}, owner)).body).toEqual([]);
  });

  test('is listed for an administrator too, and both get file, proof and page', async () => {
    expect((await list(admin)).generations.map(({ id }) => id)).toContain(made.id);
    for (const who of [owner, admin]) {
      for (const endpoint of [proof.downloadGenerated, proof.downloadProof, proof.downloadProofPage]) {
        expect((await app.call(endpoint, { id: made.id }, who)).status).toBe(200);
      }
    }
  });

  test('is not there for another customer', async () => {
    const other = await buildCustomer(app.deps);
    expect((await list(other)).generations).toEqual([]);
    for (const endpoint of [proof.downloadGenerated, proof.downloadProof, proof.downloadProofPage]) {
      expect((await app.call(endpoint, { id: made.id }, other)).status).toBe(404);
    }
  });

  test('of which the bytes were removed by an earlier version is listed as that, and its proof stays', async () => {
    const old = await buildGeneration(app.deps, { user_id: owner.id, bytes: buildImage('edc16', 1) });
    await app.db.updateTable('ai_sessions').set({ file_key: null }).where('id', '=', old.session.id).execute();
    expect((await list(owner)).generations[0]).toMatchObject({ id: old.id, has_file: false });
    expect((await app.call(proof.downloadGenerated, { id: old.id }, owner)).status).toBe(404);
    expect((await app.call(proof.downloadProof, { id: old.id }, owner)).status).toBe(200);
  });
});

test('many generated files are listed a page at a time, each once, also while new ones are made', async () => {
  const busy = await buildCustomer(app.deps);
  const first = await buildGeneration(app.deps, { user_id: busy.id, bytes: buildImage('edc16', 2) });
  await copyGeneration(first.id, 2 * contract.GENERATIONS_PER_PAGE);
  const seen: number[] = [];
  let page = await list(busy);
  seen.push(...page.generations.map(({ id }) => id));
  await copyGeneration(first.id, 3);
  while (page.next !== null) {
    page = await list(busy, page.next);
    seen.push(...page.generations.map(({ id }) => id));
  }
  expect(seen).toHaveLength(2 * contract.GENERATIONS_PER_PAGE + 1);
  expect(seen).toEqual([...new Set(seen)].toSorted((one, other) => other - one));
  expect(seen.at(-1)).toBe(first.id);
});

/** The same record again, under other names: what is listed, without making the file each time. */
const copyGeneration = (id: number, times: number) =>
  sql`insert into ai_generations (session_id, user_id, reference, selection_sha256, codes, emission_codes, file_name,
        file_sha256, proof, country, is_charged)
      select session_id, user_id, md5(random()::text), md5(random()::text), codes, emission_codes, file_name,
             file_sha256, proof, country, false
        from ai_generations, generate_series(1, ${times}) where id = ${id}`.execute(app.db);
