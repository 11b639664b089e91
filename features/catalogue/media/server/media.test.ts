import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { isNamedKey } from '../../../../app/server/check-files.ts';
import { listStoredKeys } from '../../../../server/testing/stored-bytes.ts';
import { listChanges, type Change } from '../../../staff/audit/audit.calls.ts';
import * as contract from '../media.calls.ts';
import { samplePicture, sampleVideo } from './media.factory.ts';
import { admin, app, openStage } from '../../../../server/testing/stage.ts';

openStage();

const bytesOf = (text: string) => new TextEncoder().encode(text);
const add = (name: string, bytes: Uint8Array<ArrayBuffer>) =>
  app.call(contract.addLoginMedia, {}, { ...admin, file: { name, bytes } });
const remove = (id: number) => app.call(contract.deleteLoginMedia, { id }, admin);
const fetchFile = (url: string, headers: Record<string, string> = {}) => fetch(app.url + url, { headers });

describe('an image for the login page', () => {
  test(
    'is listed with id, name, url and type, and is the background at once',
    { tags: ['X-API-12', 'X-API-51', 'X-ENT-14', 'X-ENT-11'] },
    async () => {
      const added = await add('Our workshop.jpeg', await samplePicture());
      expect(added).toMatchObject({ status: 201, body: { name: 'Our workshop', type: 'IMAGE' } });
      const { body: listed } = await app.call(contract.listLoginMedia, {});
      expect(listed[0]).toEqual(added.body);
      expect((await app.call(contract.getLoginBackground, {})).body).toEqual(added.body);
      await remove(added.body.id);
    },
  );

  test('is re-encoded as WebP in two sizes, upright and without camera metadata', async () => {
    const canvas = sharp({ create: { width: 3000, height: 1000, channels: 3, background: '#aa3311' } });
    const photograph = await canvas
      .withExif({ IFD0: { Copyright: 'secret-place' } })
      .withMetadata({ orientation: 6 })
      .jpeg()
      .toBuffer();
    const { body } = await add('photo.jpg', new Uint8Array(photograph));
    const large = await fetchFile(body.url);
    const bytes = Buffer.from(await large.arrayBuffer());
    expect(large.headers.get('content-type')).toBe('image/webp');
    expect(await sharp(bytes).metadata()).toMatchObject({ format: 'webp', width: 640, height: 1920 });
    expect((await sharp(bytes).metadata()).exif).toBeUndefined();
    const small = await fetchFile(body.url.replace('-1920.webp', '-960.webp'));
    expect(await sharp(Buffer.from(await small.arrayBuffer())).metadata()).toMatchObject({ width: 320, height: 960 });
    await remove(body.id);
  });

  test('with other data hidden after it is reduced to the image', async () => {
    const polyglot = Buffer.concat([await samplePicture(), Buffer.from('<script>alert(1)</script>')]);
    const { body, status } = await add('harmless.png', new Uint8Array(polyglot));
    expect(status).toBe(201);
    expect(await (await fetchFile(body.url)).text()).not.toContain('script');
    await remove(body.id);
  });

  test('keeps its dimensions when it is small, and is never enlarged', async () => {
    const { body } = await add('small.png', await samplePicture(40, 30));
    const bytes = Buffer.from(await (await fetchFile(body.url)).arrayBuffer());
    expect(await sharp(bytes).metadata()).toMatchObject({ width: 40, height: 30 });
    await remove(body.id);
  });
});

describe('what is refused, whatever its name, leaving no bytes behind', () => {
  const svg = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>';
  test.each([
    ['an SVG', 'logo.svg', bytesOf(svg)],
    ['an SVG called PNG', 'logo.png', bytesOf(`<?xml version="1.0"?>${svg}`)],
    ['HTML', 'page.png', bytesOf('<!doctype html><script>alert(1)</script>')],
    ['a GIF', 'anim.gif', bytesOf('GIF89a/*<svg/onload=alert(1)>*/=1;')],
    ['a PDF', 'paper.jpg', bytesOf('%PDF-1.7 and so on')],
    ['a QuickTime film', 'film.mp4', new Uint8Array([0, 0, 0, 20, ...bytesOf('ftypqt  '), 0, 0, 0, 0, 0, 0, 0, 0])],
    ['random bytes', 'noise.webp', new Uint8Array([1, 2, 3, 4, 5, 6, 7, 8, 9])],
  ])('%s', async (_, name, bytes) => {
    const before = await listStoredKeys(app);
    const reply = await add(name, bytes);
    expect([reply.status, reply.body]).toEqual([
      400,
      {
        code: 'media.not_media',
        message: 'Please choose a PNG, JPEG or WebP image, or an MP4 or WebM video.',
        field: 'file',
      },
    ]);
    expect(await listStoredKeys(app)).toEqual(before);
  });

  test('a damaged picture', async () => {
    const stored = await listStoredKeys(app);
    const whole = await samplePicture(400, 400);
    const reply = await add('half.png', whole.slice(0, 60));
    expect([reply.status, reply.body.code]).toEqual([400, 'media.unreadable']);
    expect(await listStoredKeys(app)).toEqual(stored);
  });

  test('a picture with too many pixels, by its header and before it is decoded', async () => {
    const bomb = Buffer.from(await samplePicture(8, 8));
    // Width and height in the header of a PNG: 40000 x 40000.
    bomb.writeUInt32BE(40_000, 16);
    bomb.writeUInt32BE(40_000, 20);
    const { crc32 } = await import('node:zlib');
    bomb.writeUInt32BE(crc32(bomb.subarray(12, 29)), 29);
    const stored = await listStoredKeys(app);
    const before = process.cpuUsage();
    const reply = await add('bomb.png', new Uint8Array(bomb));
    expect([reply.status, reply.body.code]).toEqual([400, 'media.too_many_pixels']);
    // In microseconds, including the threads that decode pictures.
    expect(process.cpuUsage(before).user).toBeLessThan(1_000_000);
    expect(await listStoredKeys(app)).toEqual(stored);
  });

  test('no file at all', async () => {
    const stored = await listStoredKeys(app);
    const reply = await app.call(contract.addLoginMedia, {}, admin);
    expect([reply.status, reply.body.message]).toEqual([400, 'Please choose an image or a video first.']);
    expect(await listStoredKeys(app)).toEqual(stored);
  });
});

describe('a video', () => {
  test('is served unchanged, in the ranges that a player requests', async () => {
    const bytes = sampleVideo(5000);
    const { body } = await add('engine bay.mp4', bytes);
    expect(body).toMatchObject({ name: 'engine bay', type: 'video', url: expect.stringMatching(/\.mp4$/) });
    const whole = await fetchFile(body.url);
    expect([whole.status, whole.headers.get('content-type'), whole.headers.get('accept-ranges')]).toEqual([
      200,
      'video/mp4',
      'bytes',
    ]);
    expect(new Uint8Array(await whole.arrayBuffer())).toEqual(bytes);
    for (const [range, described, from, to] of [
      ['bytes=0-99', 'bytes 0-99/5000', 0, 100],
      ['bytes=4000-', 'bytes 4000-4999/5000', 4000, 5000],
      ['bytes=-10', 'bytes 4990-4999/5000', 4990, 5000],
      ['bytes=4990-9999', 'bytes 4990-4999/5000', 4990, 5000],
    ] as const) {
      const part = await fetchFile(body.url, { range });
      expect([part.status, part.headers.get('content-range')]).toEqual([206, described]);
      expect(part.headers.get('content-length')).toBe(String(to - from));
      expect(new Uint8Array(await part.arrayBuffer())).toEqual(bytes.slice(from, to));
    }
    const outside = await fetchFile(body.url, { range: 'bytes=5000-' });
    expect([outside.status, outside.headers.get('content-range')]).toEqual([416, 'bytes */5000']);
    for (const range of ['bytes=9-1', 'bytes=0-1,3-4', 'lines=1-2', 'bytes=-']) {
      expect((await fetchFile(body.url, { range })).status).toBe(200);
    }
    await remove(body.id);
  });

  test('is cached by browsers forever, can do nothing when opened as a page, and has its true type', async () => {
    const { body } = await add('film.mp4', sampleVideo());
    const { headers } = await fetchFile(body.url);
    expect(headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('content-security-policy')).toMatch(
      /^default-src 'none';.*base-uri 'none';.*frame-ancestors 'none';.*sandbox$/,
    );
    const tag = headers.get('etag') ?? '';
    expect((await fetchFile(body.url, { 'if-none-match': tag })).status).toBe(304);
    expect((await fetchFile(body.url, { range: 'bytes=0-1', 'if-range': tag })).status).toBe(206);
    expect((await fetchFile(body.url, { range: 'bytes=0-1', 'if-range': '"other"' })).status).toBe(200);
    await remove(body.id);
  });
});

describe('login media', () => {
  test('have an unguessable name, a record, and are deleted with it', { tags: ['X-API-52'] }, async () => {
    const before = await listStoredKeys(app);
    const { body } = await add('a.png', await samplePicture());
    expect(body.url).toMatch(/^\/api\/media\/[0-9a-f]{32}-1920\.webp$/);
    const mine = (await listStoredKeys(app)).filter((key) => !before.includes(key));
    expect(mine).toHaveLength(2);
    expect(await isNamedKey(app.deps, mine)).toEqual(new Set(mine));
    expect((await remove(body.id)).status).toBe(200);
    expect(await listStoredKeys(app)).toEqual(before);
    expect((await fetchFile(body.url)).status).toBe(404);
    expect((await remove(body.id)).status).toBe(404);
  });

  test('appear in the audit list when added and deleted', async () => {
    const { body } = await add('Audited lift.png', await samplePicture());
    await remove(body.id);
    const { changes } = (await app.call(listChanges, { about: 'Audited lift' }, admin)).body as { changes: Change[] };
    expect(changes.map(({ kind, subject }) => [kind, subject])).toEqual([
      ['DELETED', 'LOGIN_MEDIA'],
      ['CREATED', 'LOGIN_MEDIA'],
    ]);
  });
});
