import { expect, test } from 'vitest';
import { admin, app, openStage } from '../../../server/testing/stage.ts';
import { listStoredKeys } from '../../../server/testing/stored-bytes.ts';
import { buildCustomer, readBalance } from '../../../server/testing/stories.ts';
import type { AiUpload, AiSession } from '../dtc-session.ts';
import * as contract from '../dtc-off.calls.ts';
import { downloadDtcOffRecord, downloadProof, type Proof } from '../proof.calls.ts';
import { listGenerations, type ListedGeneration } from '../generations.calls.ts';
import * as staff from '../staff-dtc-off.calls.ts';
import { buildAiSession, buildImage } from './dtc-off.factory.ts';
import { forgetOldSessions } from './sessions.ts';

openStage({ movesMoney: true });

const DAY_MS = 24 * 3_600_000;
const uploaded = async (bytes = buildImage()) => {
  const { body } = await app.call(
    staff.uploadAsStaff,
    {},
    { token: admin.token, file: { name: 'own car.bin', bytes } },
  );
  return body as AiUpload;
};
const switchOff = (upload: AiUpload, dtcs: string, more: Record<string, unknown> = {}) =>
  app.call(
    staff.switchDtcsOffAsStaff,
    { file_name: upload.fileName, ecu_id: upload.ecuinfo.ecuId ?? '', dtcs, ...more },
    admin,
  );
const journals = async () =>
  (
    await app.db
      .selectFrom('credit_journals')
      .select(({ fn }) => fn.countAll<number>().as('n'))
      .executeTakeFirstOrThrow()
  ).n;
const readStatement = async (id: number) => {
  const { bytes } = await app.call(downloadProof, { id }, admin);
  return (JSON.parse(new TextDecoder().decode(bytes)) as Proof).statement;
};
const readRecord = async () => {
  const { bytes } = await app.call(downloadDtcOffRecord, {}, admin);
  return new TextDecoder().decode(bytes).split('\r\n');
};

test('an administrator switches codes off without a charge: with record, proof and declared use, and no ledger entry', async () => {
  const before = await journals();
  const upload = await uploaded();
  const refused = await switchOff(upload, 'P0100');
  expect([refused.status, refused.body.code]).toEqual([400, 'dtc-off.declaration_missing']);
  const made = await switchOff(upload, 'P0100', { declared_use: 'TEST_BENCH' });
  expect(made.status).toBe(200);
  expect((await switchOff(upload, 'P0616')).status).toBe(200);
  expect(await journals()).toBe(before);
  expect(await readBalance(app, admin.id)).toBe(0);
  const { generations, charged } = ((await app.call(staff.listSessionsAsStaff, {}, admin)).body as AiSession[])[0]!;
  expect([charged, generations.map(({ codes }) => codes)]).toEqual([true, [['P0616'], ['P0100']]]);
  const statements = await Promise.all(generations.map(({ id }) => readStatement(id)));
  expect(
    statements.map(({ codes, declared_use }) => [
      codes.filter(({ chosen }) => chosen).map(({ code }) => code),
      declared_use,
    ]),
  ).toEqual([
    [['P0616'], null],
    [['P0100'], 'TEST_BENCH'],
  ]);
  const [, ...lines] = await readRecord();
  const line = lines.find((one) => one.includes('TEST_BENCH'));
  expect(line).toContain(admin.username);
  expect(line?.endsWith('no')).toBe(true);
  const page = (await app.call(listGenerations, { search: 'P0100' }, admin)).body as {
    generations: ListedGeneration[];
  };
  expect(page.generations.map(({ codes }) => codes)).toContainEqual(['P0100']);
});

test('a file that was made of it keeps the bytes of its session, and one of which none was made goes', async () => {
  const upload = await uploaded(buildImage('edc16', 2));
  expect((await switchOff(upload, 'P0616')).status).toBe(200);
  const other = await buildAiSession(app, { user_id: admin.id, bytes: buildImage('edc16', 1) });
  const unused = await app.db
    .selectFrom('ai_sessions')
    .select('file_key')
    .where('id', '=', other.id)
    .executeTakeFirstOrThrow();
  expect(await listStoredKeys(app)).toContain(unused.file_key);
  app.clock.advance(2 * DAY_MS);
  await forgetOldSessions(app.deps);
  const left = await app.db
    .selectFrom('ai_sessions')
    .select(['id', 'handle', 'is_free', 'charged_cents', 'file_key'])
    .where('user_id', '=', admin.id)
    .execute();
  expect(left.map(({ id }) => id)).not.toContain(other.id);
  const used = left.find(({ handle }) => upload.fileName.endsWith(handle));
  expect(used).toMatchObject({ is_free: true, charged_cents: 0 });
  expect(await listStoredKeys(app)).toContain(used?.file_key);
  expect(await listStoredKeys(app)).not.toContain(unused.file_key);
});

test('a session of a customer is none of staff, and is not free', async () => {
  const customer = await buildCustomer(app.deps);
  const session = await buildAiSession(app, { user_id: customer.id });
  const asked = { file_name: session.file_name, ecu_id: session.ecu_id, dtcs: 'P0616' };
  expect((await app.call(staff.switchDtcsOffAsStaff, asked, admin)).status).toBe(404);
  const unpaid = await app.call(contract.switchDtcsOff, asked, customer);
  expect(unpaid.body.code).toBe('dtc-off.not_enough');
});

test('a former member of staff can generate nothing more in a free session', async () => {
  const former = await buildCustomer(app.deps);
  const session = await buildAiSession(app, { user_id: former.id, bytes: buildImage('med17') });
  await app.db
    .updateTable('ai_sessions')
    .set({ charged_at: app.clock.now(), is_free: true })
    .where('id', '=', session.id)
    .execute();
  const code = session.rows.find(({ status }) => status === 'ON')?.dtc ?? '';
  const asked = { file_name: session.file_name, ecu_id: session.ecu_id, dtcs: code, declared_use: 'TEST_BENCH' };
  expect((await app.call(contract.switchDtcsOff, asked, former)).body.code).toBe('dtc-off.expired');
});
