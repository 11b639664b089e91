import { beforeAll, describe, expect, test } from 'vitest';
import { isNamedKey } from '../../../app/server/check-files.ts';
import { listStoredKeys } from '../../../server/testing/stored-bytes.ts';
import { VEHICLE } from '../../files/files.factory.ts';
import { buildCustomer } from '../../../server/testing/stories.ts';
import { buildSignedIn } from '../../accounts/server/accounts.factory.ts';
import { listChanges, type Change } from '../../staff/audit/audit.calls.ts';
import { createFile } from '../../files/upload/upload.calls.ts';
import * as contract from '../catalogue.calls.ts';
import { samplePicture, sampleVideo } from '../media/server/media.factory.ts';
import { buildSolution, buildSolutionImage } from './catalogue.factory.ts';
import { admin, app, openStage } from '../../../server/testing/stage.ts';

type User = Awaited<ReturnType<typeof buildSignedIn>>;

openStage();

let customer: User;
beforeAll(async () => {
  customer = await buildCustomer(app.deps);
});

const STAGE = { name: 'Stage 1', code: 'ST1', credits: 60, type: 'TUNING' };

const add = (fields: Record<string, unknown> = {}) => app.call(contract.addSolution, { ...STAGE, ...fields }, admin);
const update = (id: number, fields: Record<string, unknown> = {}) =>
  app.call(contract.updateSolution, { ...STAGE, ...fields, id }, admin);
const remove = (id: number) => app.call(contract.deleteSolution, { id }, admin);
const priceList = async (user = customer) =>
  (await app.call(contract.listSolutions, {}, user)).body as contract.Solution[];
const listChangesAbout = async (about: string) =>
  ((await app.call(listChanges, { about }, admin)).body as { changes: Change[] }).changes.map(
    ({ kind, field, old_value, new_value }) => [field === null ? kind : `${kind} ${field}`, old_value, new_value],
  );

describe('a solution', () => {
  test('is on the price list as entered', { tags: ['X-API-45', 'X-API-14', 'X-API-46', 'X-ENT-08'] }, async () => {
    const image = await buildSolutionImage(app.deps);
    const added = await add({
      name: ' Launch Control ',
      code: 'LCH',
      type: 'OPTION',
      order_no: 7,
      image_url: image.url,
    });
    const { id } = added.body;
    expect(added).toMatchObject({ status: 201 });
    const change = {
      id,
      name: 'Launch Control',
      code: 'LCH',
      credits: 60,
      type: 'OPTION',
      order_no: 7,
      image_url: image.url,
    };
    expect(added.body).toEqual(change);
    expect((await priceList()).find((one) => one.id === id)).toEqual(change);
    expect((await app.call(contract.getSolution, { id }, customer)).body).toEqual(change);
    await remove(id);
  });

  /** Adds one behind the others, with a gap before it. */
  async function lastOption(): Promise<number> {
    const orderNos = (await priceList()).filter(({ type }) => type === 'OPTION').map(({ order_no }) => order_no);
    const last = Math.max(0, ...orderNos) + 41;
    await buildSolution(app.deps, { type: 'OPTION', order_no: last });
    return last;
  }

  test('without an order number is placed after the others of its type', async () => {
    const last = await lastOption();
    const { body } = await add({ type: 'OPTION' });
    expect(body.order_no).toBe(last + 1);
    expect((await update(body.id, { type: 'OPTION', credits: 70 })).body.order_no).toBe(last + 1);
  });

  test('whose order number was cleared is placed after the others and stays there', async () => {
    const { id } = await buildSolution(app.deps, { type: 'OPTION', order_no: 5 });
    const last = await lastOption();
    const clear = async () => (await update(id, { type: 'OPTION', order_no: null })).body.order_no as number;
    expect(await clear()).toBe(last + 1);
    expect(await clear()).toBe(last + 1);
    const options = (await priceList()).filter(({ type }) => type === 'OPTION');
    expect(options.at(-1)?.id).toBe(id);
  });

  test.each([
    ['no name', { name: ' ' }, 'name', 'Please enter a name.'],
    [
      'a comma',
      { name: 'Pops, Bangs' },
      'name',
      'Please leave commas out of the name: files list their solutions with them.',
    ],
    ['no code', { code: '' }, 'code', 'Please enter a code.'],
    ['no credits', { credits: undefined }, 'credits', 'Please enter whole credits, from 0 to 100000.'],
    ['part of a credit', { credits: 60.5 }, 'credits', 'Please enter whole credits, from 0 to 100000.'],
    ['credits as another text', { credits: '60 CRS' }, 'credits', 'Please enter whole credits, from 0 to 100000.'],
    ['negative credits', { credits: -1 }, 'credits', 'Please enter whole credits, from 0 to 100000.'],
    ['another type', { type: 'GIFT' }, 'type', 'Please choose a type.'],
    ['a strange order', { order_no: 1.5 }, 'order_no', 'The order number must be a whole number from 0 to 9999.'],
  ])('with %s is refused', { tags: ['X-VAL-21', 'X-CRS-09'] }, async (_, fields, field, message) => {
    expect((await add(fields)).body).toMatchObject({ code: 'http.bad_input', field, message });
    const { id } = await buildSolution(app.deps);
    expect((await update(id, fields)).body).toMatchObject({ field, message });
  });

  test('accepts only images uploaded to the portal', async () => {
    for (const image_url of [
      'https://evil.example/a.png',
      '/api/media/0123456789abcdef0123456789abcdef-512.webp',
      'x',
    ]) {
      const reply = await add({ image_url });
      expect([reply.status, reply.body.code, reply.body.field]).toEqual([400, 'catalogue.unknown_image', 'image_url']);
    }
  });

  test('keeps its built-in drawing until another image is chosen', async () => {
    const { id } = await buildSolution(app.deps, { image_url: '/solutions/stage-1.svg' });
    expect((await update(id, { image_url: '/solutions/stage-1.svg' })).body.image_url).toBe('/solutions/stage-1.svg');
    expect((await update(id)).body.image_url).toBe('/solutions/stage-1.svg');
    expect((await update(id, { image_url: null })).body.image_url).toBeNull();
    expect((await update(id, { image_url: '/solutions/stage-1.svg' })).status).toBe(400);
  });

  test('with a new price costs it for the next upload, not for earlier ones', { tags: ['X-API-47'] }, async () => {
    const { id } = await buildSolution(app.deps, { name: 'Eco', code: 'ECO', credits: 50 });
    const upload = async () => {
      const file = { name: 'Golf.bin', bytes: new TextEncoder().encode('an image') };
      const reply = await app.call(createFile, { ...VEHICLE, solution_ids: [id] }, { ...customer, file });
      return reply.body.file as { id: number; price: number };
    };
    const before = await upload();
    expect((await update(id, { name: 'Eco', code: 'ECO', credits: 80 })).status).toBe(200);
    expect([before.price, (await upload()).price]).toEqual([50, 80]);
    const row = await app.db.selectFrom('files').select('price_cents').where('id', '=', before.id).executeTakeFirst();
    expect(row).toEqual({ price_cents: 5000 });
  });

  test('that was deleted can no longer be chosen, and files keep its name', { tags: ['X-API-48'] }, async () => {
    const { id } = await buildSolution(app.deps, { name: 'Old Stage' });
    const file = { name: 'Golf.bin', bytes: new TextEncoder().encode('another image') };
    const chosen = { ...VEHICLE, solution_ids: [id] };
    const uploaded = await app.call(createFile, chosen, { ...customer, file });
    const reply = await remove(id);
    expect([reply.status, reply.body.message]).toEqual([200, 'Solution deleted successfully!']);
    expect((await priceList()).some((one) => one.id === id)).toBe(false);
    expect((await app.call(createFile, chosen, { ...customer, file })).status).toBe(400);
    const row = await app.db
      .selectFrom('files')
      .select('solution')
      .where('id', '=', uploaded.body.file.id)
      .executeTakeFirst();
    expect(row?.solution).toBe('Old Stage');
    for (const again of [await remove(id), await update(id), await app.call(contract.getSolution, { id }, admin)]) {
      expect(again.status).toBe(404);
    }
  });

  test('appears in the audit list with its price, and without what stayed the same', async () => {
    const { body } = await add({ name: 'Audited Stage', order_no: 3 });
    await update(body.id, { name: 'Audited Stage', credits: 75, order_no: 3 });
    await update(body.id, { name: 'Audited Stage 2', credits: 75, order_no: 4 });
    await remove(body.id);
    expect(await listChangesAbout('Audited Stage')).toEqual([
      ['DELETED', '75 CRS', null],
      ['SOLUTION order_no', '3', '4'],
      ['SOLUTION name', 'Audited Stage', 'Audited Stage 2'],
      ['PRICE', '60', '75'],
      ['CREATED', null, '60 CRS'],
    ]);
  });
});

describe('solution images', () => {
  const upload = (name: string, bytes: Uint8Array<ArrayBuffer>) =>
    app.call(contract.addSolutionImage, {}, { ...admin, file: { name, bytes } });
  const list = async () => (await app.call(contract.listSolutionImages, {}, customer)).body as contract.SolutionImage[];
  const drop = (id: number) => app.call(contract.deleteSolutionImage, { id }, admin);

  test('are listed newest first, and visible to everyone', { tags: ['X-API-49', 'X-API-15', 'X-ENT-14'] }, async () => {
    const { body, status } = await upload('DPF filter.png', await samplePicture());
    expect([status, body.name]).toEqual([201, 'DPF filter']);
    expect((await list())[0]).toEqual(body);
    const seen = await fetch(app.url + body.url);
    expect([seen.status, seen.headers.get('content-type')]).toEqual([200, 'image/webp']);
    expect((await fetch(app.url + body.url.replace('-512.', '-128.'))).status).toBe(200);
  });

  test('cannot be videos or other file types', async () => {
    const before = await listStoredKeys(app);
    for (const bytes of [sampleVideo(), new TextEncoder().encode('<svg xmlns="http://www.w3.org/2000/svg"/>')]) {
      const reply = await upload('turbo.png', bytes);
      expect([reply.status, reply.body.message]).toEqual([400, 'Please choose a PNG, JPEG or WebP image.']);
    }
    expect(await listStoredKeys(app)).toEqual(before);
  });

  test('cannot be deleted while a solution shows them; later their bytes go too', { tags: ['X-API-50'] }, async () => {
    const before = await listStoredKeys(app);
    const { body: image } = await upload('Hybrid Turbo.png', await samplePicture());
    const mine = (await listStoredKeys(app)).filter((key) => !before.includes(key));
    expect(await isNamedKey(app.deps, mine)).toEqual(new Set(mine));
    const { body: solution } = await add({ name: 'Stage 9', image_url: image.url });
    const refused = await drop(image.id);
    expect([refused.status, refused.body.message]).toEqual([
      400,
      'This image is shown with Stage 9. Choose another image there first.',
    ]);
    expect((await fetch(app.url + image.url)).status).toBe(200);
    await remove(solution.id);
    expect((await drop(image.id)).status).toBe(200);
    expect((await drop(image.id)).status).toBe(404);
    expect((await fetch(app.url + image.url)).status).toBe(404);
    expect(await listStoredKeys(app)).toEqual(before);
    expect((await listChangesAbout('Hybrid Turbo')).map(([kind]) => kind)).toEqual(['DELETED', 'CREATED']);
  });

  test('are either deleted or chosen, never both, when two administrators act at once', async () => {
    for (let round = 0; round < 8; round += 1) {
      const image = await buildSolutionImage(app.deps);
      const [taken, dropped] = await Promise.all([add({ image_url: image.url }), drop(image.id)]);
      expect([taken.status, dropped.status]).toEqual(taken.status === 201 ? [201, 400] : [400, 200]);
      const isThere = (await list()).some(({ id }) => id === image.id);
      expect(isThere).toBe(taken.status === 201);
    }
  });
});
