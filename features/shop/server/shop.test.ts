import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { requestPasswordReset } from '../../accounts/accounts.calls.ts';
import { listChanges, type Change } from '../../staff/audit/audit.calls.ts';
import * as contract from '../settings.calls.ts';
import * as logo from '../shop-hours.calls.ts';
import { sampleVideo } from '../../catalogue/media/server/media.factory.ts';
import { buildCustomer } from '../../../server/testing/stories.ts';
import { isNamedKey } from '../../../app/server/check-files.ts';
import { listStoredKeys } from '../../../server/testing/stored-bytes.ts';
import { admin, app, openStage } from '../../../server/testing/stage.ts';

openStage({ forEachTest: true });

const setName = (shop_name: unknown) => app.call(contract.setApplicationConfiguration, { shop_name }, admin);
const configuration = async () =>
  (await app.call(contract.getApplicationConfiguration, {})).body as contract.ApplicationConfiguration;
const setLogo = (bytes: Uint8Array<ArrayBuffer>, name = 'logo.png') =>
  app.call(logo.setShopLogo, {}, { ...admin, file: { name, bytes } });

/** Draws a disc of one colour on a transparent or coloured background. */
async function drawDisc(colour: string, around?: string): Promise<Uint8Array<ArrayBuffer>> {
  const size = { width: 200, height: 100, channels: 4 } as const;
  const rgba = (text: string) => [1, 3, 5].map((at) => Number.parseInt(text.slice(at, at + 2), 16)).concat(255);
  const [disc, rest] = [rgba(colour), around === undefined ? [0, 0, 0, 0] : rgba(around)];
  const pixels = Buffer.alloc(size.width * size.height * 4);
  for (let at = 0; at < size.width * size.height; at += 1) {
    const isInside = Math.hypot((at % size.width) - 100, Math.floor(at / size.width) - 50) < 40;
    pixels.set(isInside ? disc : rest, at * 4);
  }
  return new Uint8Array(await sharp(pixels, { raw: size }).png().toBuffer());
}

async function readCorner(url: string): Promise<number[]> {
  const bytes = Buffer.from(await (await fetch(app.url + url)).arrayBuffer());
  const { data, info } = await sharp(bytes).raw().toBuffer({ resolveWithObject: true });
  expect(info.width).toBeLessThanOrEqual(384);
  return [...data.subarray(0, info.channels)];
}

describe('the name of the shop', () => {
  test('is visible to everyone, and an empty name removes it', async () => {
    expect((await setName('  Vardar & Söhne ')).status).toBe(200);
    expect((await configuration()).shop_name).toBe('Vardar & Söhne');
    await app.call(contract.setApplicationConfiguration, { uploader_text: 'ORI only' }, admin);
    expect((await configuration()).shop_name).toBe('Vardar & Söhne');
    await setName(' ');
    expect((await configuration()).shop_name).toBeNull();
  });

  test.each([['<b>Vardar</b>'], ['Vardar\nTuning'], ['Var\u202edar'], ['x'.repeat(41)]])(
    'must be one plain line, not %j',
    async (name) => {
      expect((await setName(name)).status).toBe(400);
      expect((await configuration()).shop_name).toBeNull();
    },
  );

  test('signs mails and appears in their texts; without one, Tunedesk does', async () => {
    const customer = await buildCustomer(app.deps);
    const mailed = async () => {
      await app.db.deleteFrom('mails').execute();
      await app.db.deleteFrom('account_links').execute();
      await app.call(requestPasswordReset, { email: customer.email });
      return app.db.selectFrom('mails').select(['text_body', 'html_body']).executeTakeFirstOrThrow();
    };
    const plain = await mailed();
    expect(plain.text_body).toMatch(/You asked to set a new password for Tunedesk\.[^]*\n\nTunedesk\n$/);
    await setName('Vardar & Söhne');
    const named = await mailed();
    expect(named.text_body).toMatch(/You asked to set a new password for Vardar & Söhne\.[^]*\n\nVardar & Söhne\n$/);
    expect(named.html_body).toContain('Vardar &amp; Söhne</p>');
    expect(named.html_body).not.toContain('Tunedesk');
  });

  test('appears in the audit list', async () => {
    await setName('Vardar');
    const { changes } = (await app.call(listChanges, { kind: 'CONFIGURATION' }, admin)).body as { changes: Change[] };
    expect(changes.map((one) => [one.subject_name, one.old_value, one.new_value])).toEqual([
      ['Shop Name', null, 'Vardar'],
    ]);
  });
});

describe('the logo', () => {
  test('with dark marks on transparency gets a light background, one with light marks a dark one', async () => {
    const dark = (await setLogo(await drawDisc('#101010'))).body as { logo_url: string };
    expect((await readCorner(dark.logo_url)).slice(0, 3).every((value) => value > 240)).toBe(true);
    const light = (await setLogo(await drawDisc('#fafafa'))).body as { logo_url: string };
    expect((await readCorner(light.logo_url)).slice(0, 3).every((value) => value < 50)).toBe(true);
    expect((await configuration()).logo_url).toBe(light.logo_url);
  });

  test('that is opaque stays unchanged', async () => {
    const { body } = await setLogo(await drawDisc('#101010', '#cc2200'));
    const [red = 0, green = 0] = await readCorner(body.logo_url as string);
    expect([red > 180, green < 80]).toEqual([true, true]);
  });

  test('replaces the previous one, whose bytes are deleted, and can be removed', async () => {
    await setLogo(await drawDisc('#101010'));
    await setLogo(await drawDisc('#fafafa'));
    const keys = await listStoredKeys(app);
    expect(keys).toHaveLength(1);
    expect(await isNamedKey(app.deps, keys)).toEqual(new Set(keys));
    expect((await app.call(logo.deleteShopLogo, {}, admin)).status).toBe(200);
    expect((await app.call(logo.deleteShopLogo, {}, admin)).status).toBe(200);
    expect((await configuration()).logo_url).toBeNull();
    expect(await listStoredKeys(app)).toEqual([]);
    const { changes } = (await app.call(listChanges, { about: 'Logo' }, admin)).body as { changes: Change[] };
    expect(changes.map(({ kind, new_value }) => [kind, new_value])).toEqual([
      ['DELETED', null],
      ['CREATED', 'logo'],
      ['CREATED', 'logo'],
    ]);
  });

  test.each([
    ['a video', () => sampleVideo()],
    ['a text', () => new TextEncoder().encode('<svg xmlns="http://www.w3.org/2000/svg"/>')],
  ])('is an image: %s is refused, and leaves nothing behind', async (_, bytes) => {
    const { status } = await setLogo(bytes());
    expect(status).toBe(400);
    expect((await configuration()).logo_url).toBeNull();
    expect(await listStoredKeys(app)).toEqual([]);
    expect(await app.db.selectFrom('media_files').select('name').execute()).toEqual([]);
  });
});
