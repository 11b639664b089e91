import { createHash, verify } from 'node:crypto';
import { sql } from 'kysely';
import { beforeAll, describe, expect, test } from 'vitest';
import { runHousekeeping, sweepFiles } from '../../../app/server/housekeeping.ts';
import { buildCustomer } from '../../../server/testing/stories.ts';
import type { ReplyOf } from '../../../contract/endpoint.ts';
import * as contract from '../generations.calls.ts';
import * as proof from '../proof.calls.ts';
import * as dtcOff from '../dtc-off.calls.ts';
import { buildAiSession, buildGeneration, buildImage } from './dtc-off.factory.ts';
import { admin, app, openStage } from '../../../server/testing/stage.ts';

type Customer = Awaited<ReturnType<typeof buildCustomer>>;

openStage();
let owner: Customer;
let made: Awaited<ReturnType<typeof buildGeneration>>;
beforeAll(async () => {
  owner = await buildCustomer(app.deps);
  made = await buildGeneration(app.deps, { user_id: owner.id, dtcs: 'P0100' });
  const monthAgo = new Date(app.clock.now().getTime() - 31 * 24 * 3_600_000);
  await app.db.updateTable('ai_sessions').set({ expires_at: monthAgo }).where('id', '=', made.session.id).execute();
  await runHousekeeping(app.deps);
});

const list = async (who: Customer, wish: { search?: string; offset?: number } = {}) =>
  (await app.call(contract.listGenerations, wish, who)).body as ReplyOf<typeof contract.listGenerations>;
const listIds = async (who: Customer, search: string) => (await list(who, { search })).generations.map(({ id }) => id);

describe('a generated file, a month after its session', () => {
  test('is listed for its customer with its declaration and the codes that went off with the chosen ones', async () => {
    const { generations, total_rows } = await list(owner);
    expect(total_rows).toBe(1);
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

  test('does not list a code that is only partly off as one that went off together', async () => {
    const who = await buildCustomer(app.deps);
    await buildGeneration(app.deps, { user_id: who.id, bytes: buildImage('me7'), dtcs: 'P0001' });
    const { generations } = await list(who);
    // P0501 is in further fault paths, which stay on.
    expect(generations[0]?.also_codes).toEqual(['P0002', 'P0003', 'P0004']);
  });

  test('is also listed for an administrator, and both can get file, proof and page', async () => {
    expect(await listIds(admin, owner.email)).toEqual([made.id]);
    for (const who of [owner, admin]) {
      for (const endpoint of [proof.downloadGenerated, proof.downloadProof, proof.downloadProofPage]) {
        expect((await app.call(endpoint, { id: made.id }, who)).status).toBe(200);
      }
    }
  });

  test('matches its record and its proof byte for byte even after a sweep of the storage', async () => {
    expect(await sweepFiles(app.deps, { minAgeMs: 0, all: true })).toMatchObject({ setAside: 0, removed: 0 });
    const [recorded] = (await list(owner)).generations;
    for (const who of [owner, admin]) {
      const { bytes } = await app.call(proof.downloadGenerated, { id: made.id }, who);
      const sha256 = createHash('sha256').update(bytes).digest('hex');
      const signed = await app.call(proof.downloadProof, { id: made.id }, who);
      const { statement, signature } = JSON.parse(Buffer.from(signed.bytes).toString('utf8')) as proof.Proof;
      expect([sha256, statement.output.sha256]).toEqual([recorded?.sha256, recorded?.sha256]);
      expect(statement.declared_use).toBe('TEST_BENCH');
      expect(isSigned(statement, signature)).toBe(true);
    }
  });

  test('is not in the list of another customer', async () => {
    const other = await buildCustomer(app.deps);
    expect((await list(other)).generations).toEqual([]);
  });

  test('is listed as having no file if an earlier version removed the bytes, and its proof stays', async () => {
    const who = await buildCustomer(app.deps);
    const old = await buildGeneration(app.deps, { user_id: who.id, bytes: buildImage('edc16', 1) });
    const { file_key } = await app.db
      .selectFrom('ai_sessions')
      .select('file_key')
      .where('id', '=', old.session.id)
      .executeTakeFirstOrThrow();
    await app.storage.discard(file_key ?? '');
    await app.db.updateTable('ai_sessions').set({ file_key: null }).where('id', '=', old.session.id).execute();
    expect((await list(who)).generations[0]).toMatchObject({ id: old.id, has_file: false });
    expect((await app.call(proof.downloadGenerated, { id: old.id }, who)).status).toBe(404);
    expect((await app.call(proof.downloadProof, { id: old.id }, who)).status).toBe(200);
  });
});

test('many generated files are listed a page at a time, newest first, each exactly once', async () => {
  const busy = await buildCustomer(app.deps);
  const first = await buildGeneration(app.deps, { user_id: busy.id, bytes: buildImage('edc16', 2) });
  await copyGeneration(first.id, 2 * contract.GENERATIONS_PER_PAGE);
  const total = 2 * contract.GENERATIONS_PER_PAGE + 1;
  const seen: number[] = [];
  for (const offset of [0, 25, 50, 75]) {
    const { generations, total_rows } = await list(busy, { offset });
    expect(total_rows).toBe(total);
    seen.push(...generations.map(({ id }) => id));
  }
  expect(seen).toHaveLength(total);
  expect(seen).toEqual([...new Set(seen)].toSorted((one, other) => other - one));
  expect(seen.at(-1)).toBe(first.id);
  expect((await app.call(contract.listGenerations, { offset: -1 }, busy)).status).toBe(400);
});

describe('the search for generated files', () => {
  let customer: Customer;
  let golf: number;
  let rally: number;
  beforeAll(async () => {
    customer = await buildCustomer(app.deps);
    await app.db.updateTable('users').set({ username: 'Gara%ge Nord' }).where('id', '=', customer.id).execute();
    const build = async (file_name: string, dtcs: string, variant: number) =>
      (await buildGeneration(app.deps, { user_id: customer.id, file_name, dtcs, bytes: buildImage('edc16', variant) }))
        .id;
    golf = await build('Golf 6.bin', 'P0616', 3);
    rally = await build('Rally.ori', 'P0532', 4);
  });

  test('matches the file name, each code that is off, the SHA-256 and the number of the proof', async () => {
    const { generations } = await list(customer);
    const recorded = await app.db
      .selectFrom('ai_generations')
      .select('reference')
      .where('id', '=', rally)
      .executeTakeFirstOrThrow();
    const sha256 = generations.find(({ id }) => id === rally)?.sha256 ?? '';
    expect(await listIds(customer, 'golf')).toEqual([golf]);
    expect(await listIds(customer, 'rally_dtc-off')).toEqual([rally]);
    expect(await listIds(customer, 'p0532')).toEqual([rally]);
    // It went off together with P0616.
    expect(await listIds(customer, 'P0617')).toEqual([golf]);
    for (const text of [sha256.slice(0, 12).toUpperCase(), recorded.reference, ` RALLY   P0532 `]) {
      expect(await listIds(customer, text)).toEqual([rally]);
    }
    for (const nothing of ['golf P0532', 'P053', '%', '_____', "' or true --"]) {
      expect(await listIds(customer, nothing)).toEqual([]);
    }
  });

  test('matches the customer for administrators only, and counts its matches', async () => {
    for (const text of ['gara%ge', customer.email, 'NORD golf']) {
      expect(await listIds(admin, text)).toEqual(text === 'NORD golf' ? [golf] : [rally, golf]);
    }
    expect(await list(admin, { search: 'nord', offset: 1 })).toMatchObject({
      generations: [{ id: golf }],
      total_rows: 2,
    });
    expect(await listIds(customer, 'gara%ge')).toEqual([]);
    // A single digit could be the beginning of any proof's number.
    expect(await listIds(owner, 'rally.ori')).toEqual([]);
  });
});

describe('files of one session', () => {
  test('have unique names, even when they are generated at the same time', async () => {
    const customer = await buildCustomer(app.deps, 25);
    const { file_name, ecu_id } = await buildAiSession(app.deps, { user_id: customer.id });
    const make = (dtcs: string) => app.call(dtcOff.switchDtcsOff, { file_name, ecu_id, dtcs }, customer);
    await Promise.all(['P0616', 'P0532', 'P0616;P0532'].map(make));
    const names = (await list(customer)).generations.map((one) => one.file_name);
    expect(names.toSorted()).toEqual(['Golf 5_dtc-off.bin', 'Golf 5_dtc-off_2.bin', 'Golf 5_dtc-off_3.bin']);
    const downloads = await Promise.all(
      (await list(customer)).generations.map(({ id }) => app.call(proof.downloadGenerated, { id }, customer)),
    );
    expect(
      downloads.map(({ headers }) => /filename="(.*?)"/.exec(headers.get('content-disposition') ?? '')?.[1]),
    ).toEqual(names);
  });
});

/** Copies the record under other names, to fill the list without generating the file each time. */
const copyGeneration = (id: number, times: number) =>
  sql`insert into ai_generations (session_id, user_id, reference, selection_sha256, codes, emission_codes, file_name,
        file_sha256, proof, country, is_charged)
      select session_id, user_id, md5(random()::text), md5(random()::text), codes, emission_codes, file_name,
             file_sha256, proof, country, false
        from ai_generations, generate_series(1, ${times}) where id = ${id}`.execute(app.db);

const isSigned = (statement: proof.ProofStatement, { public_key, value }: proof.Proof['signature']) =>
  verify(
    null,
    Buffer.from(JSON.stringify(statement)),
    { key: Buffer.concat([ED25519_SPKI, Buffer.from(public_key, 'hex')]), format: 'der', type: 'spki' },
    Buffer.from(value, 'hex'),
  );

/** The bytes before the 32 bytes of an Ed25519 key in its usual form (RFC 8410). */
const ED25519_SPKI = Buffer.from('302a300506032b6570032100', 'hex');
