import { beforeAll, describe, expect, test } from 'vitest';
import { buildAdmin, buildCustomer, buildPaidFile, readBalance } from '../../../../server/testing/stories.ts';
import { listChanges, type Change } from '../../../staff/audit/audit.calls.ts';
import type * as fileShapes from '../../file.ts';
import * as files from '../../files.calls.ts';
import * as review from '../review.calls.ts';
import { buildFile } from '../../server/files.factory.ts';
import { app, openStage } from '../../../../server/testing/stage.ts';

openStage();
let ana: { id: number; token: string };
let ben: { id: number; token: string };
let customer: Awaited<ReturnType<typeof buildCustomer>>;
beforeAll(async () => {
  ana = await buildAdmin(app.deps);
  ben = await buildAdmin(app.deps);
  customer = await buildCustomer(app.deps, 1000);
});

const modified = () => ({ name: 'Golf 5 mod.bin', bytes: new TextEncoder().encode('a modified image') });
const save = (
  who: { token: string },
  id: number,
  fields: Record<string, unknown>,
  file?: ReturnType<typeof modified>,
) => app.call(review.setFeasibility, { id, feasible: 'POSSIBLE', ...fields }, { token: who.token, file });
const read = async (who: { token: string }, id: number): Promise<fileShapes.File> =>
  (await app.call(files.getFile, { id }, who)).body.file;
/** Returns the version that this administrator's dialog holds when it is opened. */
const versionSeenBy = async (who: { token: string }, id: number) => (await read(who, id)).offer_version;
const buildUnpriced = (fields = {}) => buildFile(app, { user_id: customer.id, price_cents: 0, ...fields });
const readUsername = async ({ id }: { id: number }) =>
  (await app.db.selectFrom('users').select('username').where('id', '=', id).executeTakeFirstOrThrow()).username;

describe('an offer that another administrator has changed meanwhile', () => {
  test('is not overwritten by a stale dialog: the price stays, and the refusal has the current offer', async () => {
    const { id } = await buildUnpriced();
    const seen = await versionSeenBy(ana, id);
    await save(ben, id, { price: 222, notes: 'Flash it cold.' }, modified());
    const reply = await save(ana, id, { price: 0, offer_version: seen }, modified());
    expect([reply.status, reply.body]).toMatchObject([
      400,
      {
        code: 'files.offer_changed',
        message:
          'The price, feasibility or notes were changed meanwhile. Please compare them with yours and decide again.',
        values: {
          feasible: 'POSSIBLE',
          price: 222,
          notes: 'Flash it cold.',
          offer_version: 1,
          offer_set_by: await readUsername(ben),
        },
      },
    ]);
    expect(await read(ana, id)).toMatchObject({ price: 222, notes: 'Flash it cold.', offer_version: 1 });
  });

  test('the customer pays what holds, and downloads nothing for a price that was not shown', async () => {
    const { id } = await buildUnpriced();
    const seen = await versionSeenBy(ana, id);
    await save(ben, id, { price: 222 }, modified());
    await save(ana, id, { price: 0, offer_version: seen });
    const before = await readBalance(app.deps, customer.id);
    const download = () => app.call(files.downloadModified, { id }, customer);
    expect((await download()).status).toBe(400);
    expect((await app.call(files.confirmAndPay, { id }, customer)).status).toBe(200);
    expect(await readBalance(app.deps, customer.id)).toBe(before - 222);
    expect((await download()).bytes).toEqual(modified().bytes);
  });

  test('is replaced when the administrator decides again with the version from the refusal', async () => {
    const { id } = await buildUnpriced();
    const seen = await versionSeenBy(ana, id);
    await save(ben, id, { price: 222 }, modified());
    const { body } = await save(ana, id, { price: 180, offer_version: seen });
    const decided = await save(ana, id, { price: 180, offer_version: body.values.offer_version });
    expect([decided.status, decided.body.file.price, decided.body.file.offer_version]).toEqual([200, 180, 2]);
    const { changes } = (await app.call(listChanges, { kind: 'PRICE' }, ana)).body as { changes: Change[] };
    expect(changes.slice(0, 2).map(({ old_value, new_value }) => [old_value, new_value])).toEqual([
      ['222.00', '180.00'],
      ['0.00', '222.00'],
    ]);
  });

  test('is not overwritten by a stale NOT_POSSIBLE, nor its notes by a stale upload', async () => {
    const { id } = await buildUnpriced();
    const seen = await versionSeenBy(ana, id);
    await save(ben, id, { price: 222, notes: 'Flash it cold.' }, modified());
    const sorry = await save(ana, id, { feasible: 'NOT_POSSIBLE', notes: 'Locked.', offer_version: seen });
    const upload = await app.call(
      review.uploadModified,
      { id, notes: 'Version 2', offer_version: seen },
      { token: ana.token, file: modified() },
    );
    expect([sorry.body.code, upload.body.code]).toEqual(['files.offer_changed', 'files.offer_changed']);
    expect(await read(ana, id)).toMatchObject({ feasible: 'POSSIBLE', price: 222, notes: 'Flash it cold.' });
  });

  test('is protected on a paid file as well, where only the notes can change', async () => {
    const { id } = await buildPaidFile(app.deps);
    const seen = await versionSeenBy(ana, id);
    await save(ben, id, { price: 150, notes: 'Flash it cold.' });
    const reply = await save(ana, id, { price: 150, notes: null, offer_version: seen });
    expect(reply.body.code).toBe('files.offer_changed');
    expect((await read(ana, id)).notes).toBe('Flash it cold.');
  });

  test.each([1, 2, 3])(
    'accepts one of two simultaneous saves, and the other one gets what the winner saved (%i)',
    async () => {
      const { id } = await buildUnpriced();
      const offer_version = await versionSeenBy(ana, id);
      const replies = await Promise.all([
        save(ana, id, { price: 222, offer_version }, modified()),
        save(ben, id, { price: 100, offer_version }, modified()),
      ]);
      expect(replies.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 400]);
      const winner = replies.find(({ status }) => status === 200)?.body.file.price;
      expect(replies.find(({ status }) => status === 400)?.body).toMatchObject({
        code: 'files.offer_changed',
        values: { price: winner, offer_version: 1 },
      });
      expect((await read(ana, id)).price).toBe(winner);
    },
  );
});

describe('a program that calls the API as specified, without a version', { tags: ['X-API-39'] }, () => {
  test('can set an offer and change its own again', async () => {
    const { id } = await buildUnpriced();
    expect((await save(ana, id, { price: 60 }, modified())).status).toBe(200);
    expect((await save(ana, id, { price: 80 })).status).toBe(200);
    expect((await save(ana, id, { feasible: 'NOT_POSSIBLE' })).status).toBe(200);
    expect(await read(ana, id)).toMatchObject({ feasible: 'NOT_POSSIBLE', offer_version: 3 });
  });

  test('never overwrites what another administrator has decided', async () => {
    const { id } = await buildUnpriced();
    await save(ben, id, { price: 222 }, modified());
    const reply = await save(ana, id, { price: 0 });
    expect([reply.status, reply.body.code, reply.body.values.price]).toEqual([400, 'files.offer_changed', 222]);
    expect((await read(ana, id)).price).toBe(222);
  });

  test('saves only one of two at once', async () => {
    const { id } = await buildUnpriced();
    const replies = await Promise.all([
      save(ana, id, { price: 222 }, modified()),
      save(ben, id, { price: 0 }, modified()),
    ]);
    expect(replies.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 400]);
  });
});

describe('the version of an offer', () => {
  test('is not raised by saving the same again, which succeeds even with a stale version', async () => {
    const { id } = await buildUnpriced();
    await save(ben, id, { price: 60, notes: 'Cold.', offer_version: 0 }, modified());
    const again = await save(ana, id, { price: 60, notes: 'Cold.', offer_version: 0 });
    expect([again.status, again.body.file.offer_version]).toEqual([200, 1]);
  });

  test('is neither raised nor required by a modified file without new notes', async () => {
    const { id } = await buildUnpriced();
    await save(ben, id, { price: 60, notes: 'Cold.' }, modified());
    const reply = await app.call(review.uploadModified, { id }, { token: ana.token, file: modified() });
    expect([reply.status, reply.body.file.offer_version, reply.body.file.notes]).toEqual([200, 1, 'Cold.']);
  });

  test('is visible to administrators only', async () => {
    const { id } = await buildUnpriced();
    await save(ben, id, { price: 60 }, modified());
    const listOfferFields = async (user: { token: string }) =>
      Object.keys(await read(user, id)).filter((name) => name.startsWith('offer_'));
    expect(await listOfferFields(ben)).not.toEqual([]);
    expect(await listOfferFields(customer)).toEqual([]);
  });

  test.each([[-1], ['one'], [1.5]])('is refused if it is invalid (%j)', async (offer_version) => {
    const { id } = await buildUnpriced();
    expect((await save(ana, id, { price: 60, offer_version }, modified())).body).toMatchObject({
      field: 'offer_version',
    });
  });
});
