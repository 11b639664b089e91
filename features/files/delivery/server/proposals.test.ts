import { createHash } from 'node:crypto';
import { afterEach, describe, expect, test } from 'vitest';
import { analyse } from '../../../../ecu/index.ts';
import { listStoredKeys } from '../../../../server/testing/stored-bytes.ts';
import { admin, app, openStage } from '../../../../server/testing/stage.ts';
import { buildCustomer, readBalance } from '../../../../server/testing/stories.ts';
import { listChanges, type Change } from '../../../staff/audit/audit.calls.ts';
import { downloadDtcOffRecord, type Proof } from '../../../dtc-off/proof.calls.ts';
import type { FileDetail, HistoryEntry } from '../../file.ts';
import * as files from '../../files.calls.ts';
import * as review from '../../review/review.calls.ts';
import * as contract from '../proposals.calls.ts';
import { buildImage, buildWrongChecksums } from '../../../dtc-off/server/dtc-off.factory.ts';
import { readBlockedDtcs } from '../../../dtc-off/server/dtc-blocked.ts';
import { buildOrder, buildProposal, buildProvedFile } from './proposals.factory.ts';

openStage();

afterEach(() => {
  app.config.dtcBlocked = [];
});

const readOrder = async (id: number, input: Record<string, unknown> = {}) =>
  (await app.call(contract.getOrder, { id, ...input }, admin)).body as contract.Order;
const propose = (id: number, input: Record<string, unknown> = {}) =>
  app.call(contract.createProposal, { id, ...input }, admin);
const attach = (id: number, proposalId: number, input: Record<string, unknown> = {}) =>
  app.call(contract.attachProposal, { id, proposalId, ...input }, admin);
const hashOf = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');
const textOf = (bytes: Uint8Array) => new TextDecoder().decode(bytes);

function stateIn(bytes: Uint8Array, code: string) {
  const { listing } = analyse(bytes);
  return listing?.outcome === 'found' ? listing.rows.find((row) => row.code === code)?.state : null;
}

describe('the ordered codes of a file', () => {
  test('are found in it and sorted by what can be done with each', async () => {
    app.config.dtcBlocked = readBlockedDtcs('P0560');
    const { id } = await buildOrder(app, { ordered_dtcs: ['P0616', 'P0117', 'P0560', 'P3FFF'] });
    const order = await readOrder(id);
    expect([order.canGenerate, order.switchable, order.missing]).toEqual([true, ['P0616'], ['P3FFF']]);
    const rows = new Map(order.rows.map((row) => [row.dtc, row]));
    expect(rows.get('P0117')?.status).toBe('OFF');
    expect(rows.get('P0560')?.locked?.code).toBe('dtc-off.row_blocked');
    expect(rows.get('P0617')?.shared_with).toEqual(['P0616']);
    expect(order.proposal).toBeNull();
  });

  test('come with a reason if the file is not a dump', async () => {
    const { id } = await buildOrder(app, { bytes: new TextEncoder().encode('%PDF-1.7 '.repeat(9000)) });
    const order = await readOrder(id);
    expect([order.canGenerate, order.rows, order.missing]).toEqual([false, [], ['P0616']]);
    expect(order.reason?.message).not.toBe('');
    const refused = await propose(id);
    expect([refused.status, refused.body.code]).toEqual([400, 'dtc-off.cannot_generate']);
  });
});

describe('a proposal', () => {
  test('is a file with the codes off and right checksums, its proof, and the comparison; nothing is attached', async () => {
    const file = await buildOrder(app);
    const stored = await listStoredKeys(app);
    const { status, body } = await propose(file.id);
    expect(status).toBe(201);
    expect(body).toMatchObject({ codes: ['P0616'], also_codes: ['P0617'], is_attached: false, declared_use: null });
    expect(body.findings).toMatchObject({ control_unit: 'same', codes: [{ code: 'P0616', state: 'off' }] });
    const made = await app.call(contract.downloadProposal, { id: file.id, proposalId: body.id }, admin);
    expect(hashOf(made.bytes)).toBe(body.sha256);
    expect(stateIn(made.bytes, 'P0616')).toBe('off');
    const sums = analyse(made.bytes).checksums?.filter(({ kind }) => kind === 'sum');
    expect(sums?.map(({ state }) => state)).toEqual(['ok', 'ok']);
    const proof = await app.call(contract.downloadProposalProof, { id: file.id, proposalId: body.id }, admin);
    const { statement } = JSON.parse(textOf(proof.bytes)) as Proof;
    expect([statement.output.sha256, statement.bytes_changed_outside]).toEqual([body.sha256, 0]);
    const detail = (await app.call(files.getFile, { id: file.id }, admin)).body as FileDetail;
    expect([detail.file.status, detail.file.mod_file_name]).toEqual(['PENDING', null]);
    expect(await listStoredKeys(app)).toEqual(stored);
    expect((await readOrder(file.id)).proposal?.id).toBe(body.id);
    expect((await propose(file.id)).body.id).toBe(body.id);
  });

  test('leaves out codes that the operator does not switch off in the customer’s country', async () => {
    app.config.dtcBlocked = readBlockedDtcs('P0616@DE');
    const german = await buildCustomer(app.deps);
    await app.db.updateTable('users').set({ country: 'Germany' }).where('id', '=', german.id).execute();
    const both = { ordered_dtcs: ['P0616', 'P0560'], user_id: german.id };
    expect((await propose((await buildOrder(app, both)).id)).body.codes).toEqual(['P0560']);
    const refused = await propose((await buildOrder(app, { user_id: german.id })).id);
    expect([refused.status, refused.body.code]).toEqual([400, 'dtc-off.nothing_to_switch']);
  });

  test('made before the operator blocked one of its codes is not attached', async () => {
    const file = await buildOrder(app);
    const { body } = await propose(file.id);
    app.config.dtcBlocked = readBlockedDtcs('P0617');
    const refused = await attach(file.id, body.id);
    expect([refused.status, refused.body]).toEqual([400, expect.objectContaining({ code: 'dtc-off.blocked' })]);
    app.config.dtcBlocked = [];
    expect((await attach(file.id, body.id)).status).toBe(200);
  });

  test('with emission codes needs what the customer declared, which stands in the proof and the record', async () => {
    const file = await buildOrder(app, { ordered_dtcs: ['P0100'], solution: 'DTC OFF,DTC:P0100' });
    const refused = await propose(file.id);
    expect([refused.status, refused.body.code]).toEqual([400, 'dtc-off.declaration_missing']);
    const { body } = await propose(file.id, { declared_use: 'OFF_ROAD' });
    expect(body).toMatchObject({ declared_use: 'OFF_ROAD', codes: ['P0100'] });
    const proof = await app.call(contract.downloadProposalProof, { id: file.id, proposalId: body.id }, admin);
    expect((JSON.parse(textOf(proof.bytes)) as Proof).statement.declared_use).toBe('OFF_ROAD');
    const readRecord = async () => textOf((await app.call(downloadDtcOffRecord, {}, admin)).bytes);
    expect(await readRecord()).not.toContain(body.sha256);
    expect((await attach(file.id, body.id)).status).toBe(200);
    const [line] = (await readRecord()).split('\r\n').filter((one) => one.includes(body.sha256));
    expect(line).toContain('OFF_ROAD');
  });

  test('for a file with a wrong checksum corrects it first, as a step of the proof', async () => {
    const { bytes, names } = buildWrongChecksums();
    const file = await buildOrder(app, { bytes });
    expect(await readOrder(file.id)).toMatchObject({ canGenerate: false, wrongChecksums: names });
    expect((await propose(file.id)).body.code).toBe('dtc-off.cannot_generate');
    expect((await readOrder(file.id, { repair_checksums: 'true' })).switchable).toEqual(['P0616']);
    const { body } = await propose(file.id, { repair_checksums: true });
    const proof = await app.call(contract.downloadProposalProof, { id: file.id, proposalId: body.id }, admin);
    const { statement } = JSON.parse(textOf(proof.bytes)) as Proof;
    expect(statement.checksum_repairs?.map(({ name }) => name)).toEqual(names);
  });

  test('is not made for a closed file', async () => {
    const { id } = await buildOrder(app, { status: 'CANCELED', status_before_cancel: 'PENDING' });
    expect((await propose(id)).body.code).toBe('files.closed');
  });
});

describe('attaching a proposal', () => {
  test('works like attaching any modified file: state, history with proof, audit, and no money', async () => {
    const customer = await buildCustomer(app.deps, 100);
    const { file, proposal } = await buildProposal(app.deps, { user_id: customer.id });
    const { status, body } = await attach(file.id, proposal.id);
    expect(status).toBe(200);
    expect(body.file).toMatchObject({ status: 'PROCESSED', price_status: 'UNPAID', mod_file_sha256: proposal.sha256 });
    expect(await readBalance(app, customer.id)).toBe(100);
    const history = (await app.call(files.listFileHistory, { id: file.id }, admin)).body as HistoryEntry[];
    expect(history.map(({ kind, has_proof }) => [kind, has_proof])).toEqual([
      ['MODIFIED', true],
      ['ORIGINAL', false],
    ]);
    const { body: audit } = await app.call(listChanges, {}, admin);
    expect(
      audit.changes.some((change: Change) => change.kind === 'MODIFIED_FILE' && change.subject_id === file.id),
    ).toBe(true);
  });

  test('with a code that is still on is refused until the warning is confirmed, and leaves no bytes behind', async () => {
    app.config.dtcBlocked = readBlockedDtcs('P0560');
    const both = { ordered_dtcs: ['P0616', 'P0560'], solution: 'DTC OFF,DTC:P0616 P0560' };
    const { file, proposal } = await buildProposal(app.deps, both);
    const stored = await listStoredKeys(app);
    const refused = await attach(file.id, proposal.id);
    expect([refused.status, refused.body.code]).toEqual([400, 'files.not_confirmed']);
    expect(await listStoredKeys(app)).toEqual(stored);
    expect((await attach(file.id, proposal.id, { confirmed: ['dtcs'] })).status).toBe(200);
  });

  test('of another file is not found', async () => {
    const { proposal } = await buildProposal(app.deps);
    const other = await buildOrder(app);
    expect((await attach(other.id, proposal.id)).status).toBe(404);
    expect((await app.call(contract.downloadProposal, { id: other.id, proposalId: proposal.id }, admin)).status).toBe(
      404,
    );
  });
});

describe('the proof of the modified file', () => {
  const proofFor = (id: number, who: { token: string }) => app.call(contract.downloadFileProof, { id }, who);

  test('is available to its customer after payment, not before, and never to others', async () => {
    const customer = await buildCustomer(app.deps);
    const { file, proposal } = await buildProposal(app.deps, { user_id: customer.id });
    await attach(file.id, proposal.id);
    expect((await proofFor(file.id, customer)).body.code).toBe('files.modified_unavailable');
    expect((await proofFor(file.id, admin)).status).toBe(200);
    const paid = await buildProvedFile(app.deps, { user_id: customer.id });
    const { statement } = JSON.parse(textOf((await proofFor(paid.id, customer)).bytes)) as Proof;
    const modified = await app.call(files.downloadModified, { id: paid.id }, customer);
    expect(statement.output.sha256).toBe(hashOf(modified.bytes));
    const page = await app.call(contract.downloadFileProofPage, { id: paid.id }, customer);
    expect(textOf(page.bytes)).toContain(statement.reference);
    expect((await proofFor(paid.id, await buildCustomer(app.deps))).status).toBe(404);
  });

  test('is gone once another version replaces the file', async () => {
    const { file, proposal } = await buildProposal(app.deps);
    await attach(file.id, proposal.id);
    const bytes = buildImage('edc16', 1);
    await app.call(review.uploadModified, { id: file.id }, { token: admin.token, file: { name: 'other.bin', bytes } });
    expect((await proofFor(file.id, admin)).status).toBe(404);
  });
});
