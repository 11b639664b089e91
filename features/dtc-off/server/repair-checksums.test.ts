import { beforeEach, describe, expect, test } from 'vitest';
import { analyse } from '../../../ecu/index.ts';
import { buildCustomer, readBalance } from '../../../server/testing/stories.ts';
import type { DtcRow } from '../dtc-session.ts';
import * as contract from '../dtc-off.calls.ts';
import type { Proof } from '../proof.calls.ts';
import * as proof from '../proof.calls.ts';
import { buildAiSession, buildImage, buildWrongChecksums } from './dtc-off.factory.ts';
import { sentence } from '../../../contract/refusal.ts';
import { app, openStage } from '../../../server/testing/stage.ts';

type Customer = Awaited<ReturnType<typeof buildCustomer>>;
type Session = Awaited<ReturnType<typeof buildAiSession>>;

const wrong = buildWrongChecksums();
const reason = sentence('errors.ecu.checksums_wrong_before', { names: wrong.names.join(', ') });

openStage();
let customer: Customer;
let session: Session;
beforeEach(async () => {
  customer = await buildCustomer(app.deps, 25);
  session = await buildAiSession(app, { user_id: customer.id, bytes: wrong.bytes });
});

const named = ({ file_name, ecu_id }: Session) => ({ file_name, ecu_id });
const list = (more: object = {}) => app.call(contract.getDtcs, { ...named(session), ...more }, customer);
const generate = (more: object = {}, from = session) =>
  app.call(contract.switchDtcsOff, { ...named(from), dtcs: 'P0616', ...more }, customer);

async function readProof(generated: { headers: Headers }) {
  const id = Number(generated.headers.get('x-generation-id'));
  const json = await app.call(proof.downloadProof, { id }, customer);
  const page = await app.call(proof.downloadProofPage, { id }, customer);
  const text = new TextDecoder();
  const { statement } = JSON.parse(text.decode(json.bytes)) as Proof;
  return { statement, page: text.decode(page.bytes), bytes: json.bytes };
}

const at = (bytes: Uint8Array, start: number, hex: string) =>
  Buffer.from(bytes.subarray(start, start + hex.length / 2)).toString('hex');

describe('a file with a wrong checksum', () => {
  test('is reported, and without the correction nothing is generated or charged', async () => {
    const { body } = await app.call(contract.listSessions, {}, customer);
    expect(body).toMatchObject([{ canGenerate: false, reason, wrongChecksums: wrong.names }]);
    const codes = (await list()).body;
    expect(codes).toMatchObject({ canGenerate: false, reason, wrongChecksums: wrong.names });
    expect(codes.dtcTable.find(({ dtc }: DtcRow) => dtc === 'P0616')?.locked).toEqual(reason);
    for (const more of [{}, { repair_checksums: false }]) {
      const refused = await generate(more);
      expect([refused.status, refused.body]).toMatchObject([400, { code: 'dtc-off.cannot_generate' }]);
    }
    expect(await readBalance(app, customer.id)).toBe(25);
  });

  test('lists its codes as selectable once the correction is chosen', async () => {
    const { body } = await list({ repair_checksums: true });
    expect(body).toMatchObject({ canGenerate: true, reason: null, wrongChecksums: wrong.names });
    expect(body.dtcTable.find(({ dtc }: DtcRow) => dtc === 'P0616')?.locked).toBeNull();
  });

  test('yields, with the correction, the same result as the correct file', async () => {
    const repaired = await generate({ repair_checksums: true });
    const right = await buildAiSession(app, { user_id: customer.id });
    const expected = await generate({}, right);
    expect([repaired.status, expected.status]).toEqual([200, 200]);
    expect(Buffer.compare(repaired.bytes, expected.bytes)).toBe(0);
    expect(analyse(repaired.bytes).checksums?.some(({ state }) => state === 'wrong')).toBe(false);
  });

  test('is charged once, and the same selection is generated once', async () => {
    const one = await generate({ repair_checksums: true });
    const same = await generate({ repair_checksums: true });
    expect(same.headers.get('x-generation-id')).toBe(one.headers.get('x-generation-id'));
    expect((await generate({ repair_checksums: true, dtcs: 'P0532' })).status).toBe(200);
    expect(await readBalance(app, customer.id)).toBe(15);
    expect((await generate()).status).toBe(400);
  });
});

describe('the proof', () => {
  test('lists the correction as a separate step, with the original and the correct bytes', async () => {
    const { statement } = await readProof(await generate({ repair_checksums: true }));
    const repairs = statement.checksum_repairs ?? [];
    expect(repairs.map(({ name }) => name)).toEqual(wrong.names);
    for (const { at: start, before, after } of repairs) {
      expect([at(wrong.bytes, start, before), at(buildImage(), start, after)]).toEqual([before, after]);
      expect(before).not.toBe(after);
    }
    expect(statement.bytes_changed_outside).toBe(0);
    const before = statement.checksums.filter(({ before: { state } }) => state === 'wrong').map(({ name }) => name);
    expect(before).toEqual(wrong.names);
  });

  test('shows the correction before the codes on its printable page', async () => {
    const { page, statement } = await readProof(await generate({ repair_checksums: true }));
    const step = page.slice(page.indexOf('<h2>Corrected first</h2>'), page.indexOf('<h2>Codes</h2>'));
    for (const { name, before, after } of statement.checksum_repairs ?? []) {
      for (const text of [name, before, after]) expect(step).toContain(`<td>${text}</td>`);
    }
    expect(step).toContain('<td>0x');
  });

  test('has no such step for a file without a wrong checksum, even if it is requested', async () => {
    const right = await buildAiSession(app, { user_id: customer.id });
    const { statement, page } = await readProof(await generate({ repair_checksums: true }, right));
    expect(statement).toHaveProperty('codes');
    expect(statement).not.toHaveProperty('checksum_repairs');
    expect(page).not.toContain('Corrected first');
  });
});

test('several wrong checksums are all corrected, and each is named', async () => {
  const several = buildWrongChecksums('edc16', 2);
  expect(several.names).toHaveLength(2);
  const from = await buildAiSession(app, { user_id: customer.id, bytes: several.bytes });
  const { statement } = await readProof(await generate({ repair_checksums: true }, from));
  const repairs = statement.checksum_repairs?.map(({ name, at: start }) => [name, start]);
  expect(repairs).toEqual(several.names.map((name, index) => [name, several.at[index]]));
});
