import Fastify from 'fastify';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { GivenReplies, ShopOnPages } from './served-pages.ts';
import { serveWebApp } from './web-app.ts';

const page = (name: string) =>
  `<!doctype html><html lang="en"><title>${name}</title><div id="root"></div><script id="given" type="application/json"></script>`;

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tunedesk-pages-'));
  await mkdir(join(folder, 'pages'));
  await writeFile(join(folder, 'index.html'), page('empty'));
  const list = ['login', 'reset-password'].flatMap((name) =>
    ['en', 'de'].map((language) => ({
      path: `/${name}`,
      language,
      isOfLink: name === 'reset-password',
      file: `${name}.${language}.html`,
    })),
  );
  await writeFile(join(folder, 'pages', 'list.json'), JSON.stringify(list));
  await Promise.all(list.map(({ file }) => writeFile(join(folder, 'pages', file), page(file))));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

async function serve(
  give: () => Promise<GivenReplies> = async () => ({}),
  shopOf?: (given: GivenReplies) => ShopOnPages,
  from = folder,
) {
  const app = Fastify({ exposeHeadRoutes: false });
  await serveWebApp(app, from, [], give, shopOf);
  return (url: string, headers: Record<string, string> = {}, method: 'GET' | 'HEAD' = 'GET') =>
    app.inject({ method, url, headers });
}

const titleOf = ({ body }: { body: string }) => /<title>(.*)<\/title>/.exec(body)?.[1];
const givenIn = ({ body }: { body: string }): unknown =>
  JSON.parse(/<script id="given" type="application\/json">(.*)<\/script>$/s.exec(body)?.[1] ?? 'null');

test('every page embeds the data it would request, and no value can close its element', async () => {
  const given = {
    '/api/application-configuration': {
      header_banner_text: '</script><script>alert(1)</script><!-- <script> ]]> &lt; $& $1 " \u2028',
      chat_url: "https://example.com/?a='b'&c",
    },
  };
  const get = await serve(async () => given);
  for (const url of ['/login', '/dashboard', '/']) {
    const reply = await get(url);
    expect(reply.headers['content-type']).toBe('text/html; charset=utf-8');
    expect(givenIn(reply)).toEqual(given);
    expect(reply.body.match(/<\/?script|<!--/gi)).toEqual(['<script', '</script']);
  }
});

test('a page lists the unset settings and the services that are not used, following the configuration', async () => {
  let clientId: string | null = null;
  const get = await serve(async () => ({
    '/api/application-configuration': {
      google_client_id: clientId,
      chat_url: '',
      services: { google: clientId === null ? 'NOT_USED' : 'SET_UP', gain: 'UNDECIDED' },
    },
  }));
  const unsetIn = ({ body }: { body: string }) => /<html lang="en" data-unset="([^"]*)"/.exec(body)?.[1];
  expect(unsetIn(await get('/login'))).toBe('google-client-id google');
  clientId = 'tunedesk-1';
  expect(unsetIn(await get('/login'))).toBe('');
});

test('a page is served without embedded data while the database does not respond or fails', async () => {
  const late = await serve(() => new Promise(() => {}));
  expect(givenIn(await late('/login'))).toEqual({});
  const failing = await serve(() => Promise.reject(new Error('no database')));
  expect(givenIn(await failing('/login'))).toEqual({});
});

test('the data embedded in a page is never older than the request', async () => {
  let text = 'one';
  const get = await serve(async () => ({ text }));
  const first = await get('/login');
  text = 'two';
  const second = await get('/login', { 'if-none-match': String(first.headers.etag) });
  expect(second.statusCode).toBe(200);
  expect(givenIn(second)).toEqual({ text: 'two' });
  const third = await get('/login', { 'if-none-match': String(second.headers.etag) });
  expect([third.statusCode, third.body]).toEqual([304, '']);
});

test.each([
  ['nothing said', {}, 'login.en.html'],
  ['the first language that is here', { 'accept-language': 'pt-BR,de-CH;q=0.8,en;q=0.7' }, 'login.de.html'],
  ['by quality, not by order', { 'accept-language': 'en;q=0.3, de;q=0.9' }, 'login.de.html'],
  ['none that is here', { 'accept-language': 'pt,ja' }, 'login.en.html'],
  ['one that is refused', { 'accept-language': 'de;q=0, pt' }, 'login.en.html'],
  ['the own choice first', { 'accept-language': 'en', cookie: 'a=b; language=de' }, 'login.de.html'],
  ['a choice that nothing is drawn in', { 'accept-language': 'de', cookie: 'language=en-XA' }, 'empty'],
])('the language of a page: %s', async (_, headers, expected) => {
  const reply = await (await serve())('/login', headers);
  expect(titleOf(reply)).toBe(expected);
  expect(reply.headers.vary).toBe('accept-encoding, accept-language, cookie');
});

test('the page of a mailed link is prerendered only for an address with a token', async () => {
  const get = await serve();
  expect(titleOf(await get('/reset-password?lang=x&token=abc'))).toBe('reset-password.en.html');
  expect(titleOf(await get('/reset-password?token='))).toBe('empty');
  expect(titleOf(await get('/reset-password'))).toBe('empty');
  expect(titleOf(await get('/login?token=abc'))).toBe('login.en.html');
});

test('all other app addresses get the empty page, and prerendered files are not served directly', async () => {
  const get = await serve();
  for (const url of ['/', '/dashboard', '/login/', '/loginx']) expect(titleOf(await get(url))).toBe('empty');
  for (const url of ['/index.html', '/pages/login.en.html', '/pages/list.json']) {
    expect((await get(url)).statusCode).toBe(404);
  }
});

test('a page is compressed as its browser accepts', async () => {
  const get = await serve();
  const plain = (await get('/login')).body;
  const packed = async (accepted: string) => {
    const { headers, rawPayload } = await get('/login', { 'accept-encoding': accepted });
    return { encoding: headers['content-encoding'], rawPayload };
  };
  const brotli = await packed('gzip, deflate, br');
  expect([brotli.encoding, brotliDecompressSync(brotli.rawPayload).toString()]).toEqual(['br', plain]);
  const gzip = await packed('gzip, br;q=0');
  expect([gzip.encoding, gunzipSync(gzip.rawPayload).toString()]).toEqual(['gzip', plain]);
  expect((await packed('identity')).encoding).toBeUndefined();
});

/** A page as app/web/index.html and web/frame/brand.tsx render it. */
const DRAWN =
  '<!doctype html><html lang="en"><title>Login · Tunedesk</title><div id="root"><span data-shop="mark" class="a"><svg aria-hidden="true"><path d="M1"></path></svg></span>' +
  '<span data-shop="name" class="b">Tunedesk</span></div><script id="given" type="application/json"></script>';

test('a page has the shop’s name, logo and time zone in place of the product’s, and no name can close its element', async () => {
  const own = await mkdtemp(join(tmpdir(), 'tunedesk-named-'));
  await writeFile(join(own, 'index.html'), DRAWN);
  let shop: ShopOnPages = { name: null, logo: null, zone: null };
  const get = await serve(
    async () => ({ '/api/shop': shop }),
    () => shop,
    own,
  );
  expect((await get('/login')).body).toContain('<title>Login · Tunedesk</title>');
  shop = { name: `A "B" <i> & 'C' $1`, logo: '/api/media/0-384.webp', zone: 'Europe/Berlin' };
  const { body } = await get('/login');
  const name = 'A &quot;B&quot; &lt;i&gt; &amp; &#39;C&#39; $1';
  expect(body).toContain(`<title>Login · ${name}</title>`);
  expect(body).toContain(`<span data-shop="name" class="b">${name}</span>`);
  expect(body).toContain('<span data-shop="mark" class="a"><img src="/api/media/0-384.webp" alt=""></span>');
  expect(body).toMatch(
    /^<!doctype html><html lang="en" data-zone="Europe\/Berlin" data-shop="A &quot;B[^>]*data-logo="\/api\/media\/0-384.webp"/,
  );
  expect(body).not.toContain('Tunedesk');
  await rm(own, { recursive: true, force: true });
});

test('a portal is installed under the shop’s name, and under the product’s while there is none or the database fails', async () => {
  const own = await mkdtemp(join(tmpdir(), 'tunedesk-manifest-'));
  const built = { id: '/', name: 'Tunedesk', short_name: 'Tunedesk', icons: [{ src: '/icon.svg' }] };
  await writeFile(join(own, 'index.html'), DRAWN);
  await writeFile(join(own, 'manifest.webmanifest'), JSON.stringify(built));
  let name: string | null = null;
  let give = async (): Promise<GivenReplies> => ({ '/api/shop': { name } });
  const get = await serve(
    () => give(),
    (given) => ({ name: null, logo: null, zone: null, ...(given['/api/shop'] as { name?: string } | undefined) }),
    own,
  );
  expect((await get('/manifest.webmanifest')).json()).toEqual(built);
  name = 'Vardar "& Söhne"';
  const { headers, json } = await get('/manifest.webmanifest');
  expect(headers['content-type']).toContain('application/manifest+json');
  expect(headers['cache-control']).toBe('no-cache');
  expect(json()).toEqual({ ...built, name, short_name: name });
  expect((await get('/manifest.webmanifest', {}, 'HEAD')).statusCode).toBe(200);
  give = () => Promise.reject(new Error('no database'));
  expect((await get('/manifest.webmanifest')).json()).toEqual(built);
  await rm(own, { recursive: true, force: true });
});
