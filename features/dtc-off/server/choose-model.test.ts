import { beforeAll, expect, test } from 'vitest';
import { buildCustomer, readBalance } from '../../../server/testing/stories.ts';
import { buildCredits } from '../../credits/server/credits.factory.ts';
import * as contract from '../dtc-off.calls.ts';
import type { Proof } from '../proof.calls.ts';
import * as proof from '../proof.calls.ts';
import { buildAiSession, buildImage } from './dtc-off.factory.ts';
import { sentence } from '../../../contract/refusal.ts';
import { app, openStage } from '../../../server/testing/stage.ts';

type Customer = Awaited<ReturnType<typeof buildCustomer>>;

openStage();
let customer: Customer;
beforeAll(async () => {
  customer = await buildCustomer(app.deps, 25);
});

const begin = (who: Customer = customer, familyId = 'edc16') =>
  buildAiSession(app, { user_id: who.id, bytes: buildImage(familyId) });

const choose = (file_name: string, ecu_id: string | null, who: Customer = customer, man?: string) =>
  app.call(contract.chooseModel, { file_name, ecu_id, man }, who);

const NOTHING = sentence('errors.analysis.nothing_for_chosen');

/** Makes the session of an EDC16 file look as an upload leaves it when nothing was recognised. */
async function forgetRecognition(id: number): Promise<void> {
  const { analysis } = await app.db
    .selectFrom('ai_sessions')
    .select('analysis')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  const unknown = { ...analysis, family: null, facts: {}, rows: [], obstacle: 'No control unit was recognised.' };
  await app.db
    .updateTable('ai_sessions')
    .set({ analysis: JSON.stringify(unknown) })
    .where('id', '=', id)
    .execute();
}

test('a file can be read as a model it is not, with the evidence for both', { tags: ['X-DTC-03'] }, async () => {
  const { file_name, ecu_id } = await begin();
  const { status, body } = await choose(file_name, 'BOSCH_ME7_5', customer, 'SEAT');
  expect([status, body.canGenerate, body.reason]).toEqual([200, false, NOTHING]);
  expect(body.ecuinfo).toMatchObject({
    ecuId: 'BOSCH_ME7_5',
    vehicleManufacturer: 'SEAT',
    systemManufacturer: 'BOSCH',
    modelSeries: 'ME7.5',
    // The chosen names stand alone, without facts of another program.
    softwareNumber: null,
  });
  expect(body.reading).toMatchObject({ man: 'SEAT', match: 'OTHER_FAMILY', points: 0, evidence: [] });
  expect(body.reading.recognised.name).toBe('Bosch EDC16U34');
  expect(body.reading.recognised.evidence.length).toBeGreaterThan(0);
  const dtcs = await app.call(contract.getDtcs, { file_name, ecu_id: 'BOSCH_ME7_5' }, customer);
  expect(dtcs.body).toMatchObject({ dtcTable: [], canGenerate: false, reason: NOTHING });
  const wish = { file_name, ecu_id: 'BOSCH_ME7_5', dtcs: 'P0616' };
  const refused = await app.call(contract.switchDtcsOff, wish, customer);
  expect([refused.status, refused.body.message]).toEqual([400, NOTHING.message]);
  expect(await readBalance(app, customer.id)).toBe(25);

  const back = await choose(file_name, null);
  expect(back.body).toMatchObject({ reading: null, canGenerate: true, ecuinfo: { ecuId: ecu_id } });
});

test('the chosen model stays with the session, in the list and for the codes, until the same bytes are uploaded again', async () => {
  const owner = await buildCustomer(app.deps);
  const { file_name, rows } = await begin(owner);
  const { body } = await choose(file_name, 'BOSCH_EDC16C39', owner, 'OPEL');
  expect(body.reading).toMatchObject({
    match: 'OTHER_MODEL',
    named: 'Volkswagen Group Bosch EDC16U34',
    man: 'OPEL',
    model: 'EDC16C39',
  });
  expect(body.reading.points).toBeGreaterThanOrEqual(50);
  const listed = await app.call(contract.listSessions, {}, owner);
  expect(listed.body).toMatchObject([{ fileName: file_name, reading: body.reading, canGenerate: true }]);
  const dtcs = await app.call(contract.getDtcs, { file_name, ecu_id: 'BOSCH_EDC16C39' }, owner);
  expect(dtcs.body.dtcTable).toHaveLength(rows.length);
  const file = { name: 'again.bin', bytes: buildImage() };
  const again = await app.call(contract.uploadToAi, {}, { token: owner.token, file });
  expect(again.body).toMatchObject({ originalName: 'again.bin', reading: null, ecuinfo: { ecuId: 'BOSCH_EDC16U34' } });
  expect(again.body.fileName).toBe(`again.bin.${file_name.slice(-32)}`);
  expect((await app.call(contract.listSessions, {}, owner)).body).toMatchObject([{ originalName: 'again.bin' }]);
});

test('a program that requests the codes of another listed model has the file read as that model, and back', async () => {
  const owner = await buildCustomer(app.deps);
  const { file_name, ecu_id, rows } = await begin(owner);
  const other = await app.call(contract.getDtcs, { file_name, ecu_id: 'BOSCH_ME7_5' }, owner);
  expect(other.body).toMatchObject({ dtcTable: [], canGenerate: false, reason: NOTHING });
  const own = await app.call(contract.getDtcs, { file_name, ecu_id }, owner);
  expect(own.body.dtcTable).toHaveLength(rows.length);
});

test('an unrecognised file is generated as the chosen model and charged once, and its proof names that family', async () => {
  const owner = await buildCustomer(app.deps);
  await buildCredits(app, owner.id, 25);
  const { id, file_name } = await begin(owner);
  await forgetRecognition(id);
  const { body } = await choose(file_name, 'BOSCH_EDC16U34', owner, 'VOLKSWAGEN');
  expect(body).toMatchObject({ canGenerate: true, reading: { match: 'MODEL', recognised: null } });
  const wish = { file_name, ecu_id: 'BOSCH_EDC16U34', dtcs: 'P0616' };
  const made = await app.call(contract.switchDtcsOff, wish, owner);
  expect([made.status, await readBalance(app, owner.id)]).toEqual([200, 15]);
  await choose(file_name, 'BOSCH_EDC16C39', owner);
  const other = await app.call(contract.switchDtcsOff, { ...wish, ecu_id: 'BOSCH_EDC16C39', dtcs: 'P0532' }, owner);
  expect([other.status, await readBalance(app, owner.id)]).toEqual([200, 15]);
  const fetched = await app.call(proof.downloadProof, { id: Number(made.headers.get('x-generation-id')) }, owner);
  const { statement } = JSON.parse(Buffer.from(fetched.bytes).toString('utf8')) as Proof;
  expect(statement.control_unit.family).toBe('edc16');
});

test('only a listed model can be chosen, and only for one’s own session', async () => {
  const { file_name } = await begin();
  const made = await choose(file_name, 'BOSCH_ME99');
  expect([made.status, made.body.message]).toEqual([400, 'This model is not in the list. Please choose another one.']);
  expect((await choose(file_name, 'BOSCH_ME7_5', await buildCustomer(app.deps))).status).toBe(404);
});
