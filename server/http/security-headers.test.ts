import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readConfig } from '../../app/server/read-config.ts';
import { startTestApp } from '../testing/app.ts';
import { rawCall, type RawReply } from '../testing/raw-call.ts';

const INCLUDED = [
  '/assets/index-abc.js',
  '/assets/index-abc.css',
  '/assets/plex-abc.woff2',
  '/assets/maps-worker-abc.js',
];

let webFolder: string;
beforeAll(async () => {
  webFolder = await mkdtemp(join(tmpdir(), 'tunedesk-web-'));
  const html = await readFile('app/web/index.html', 'utf8');
  const own = html.replace('<script src="/theme.js"></script>', '<script>document.title;</script>');
  await writeFile(join(webFolder, 'index.html'), own);
  await mkdir(join(webFolder, 'assets'));
  for (const name of INCLUDED) await writeFile(join(webFolder, name), ' ');
});
afterAll(() => rm(webFolder, { recursive: true, force: true }));

interface Page {
  headers: RawReply['headers'];
  html: string;
}

/** Returns the sources that the content policy allows, by directive. */
const readPolicy = ({ headers }: Pick<Page, 'headers'>): Map<string, string[]> =>
  new Map(
    String(headers['content-security-policy'])
      .split(';')
      .map((directive) => directive.trim().split(/\s+/))
      .map(([name = '', ...sources]) => [name, sources]),
  );

/** Pages of the portal, as another origin requests them. */
async function pagesWith(env: Record<string, string>, paths: readonly string[]): Promise<Page[]> {
  const { publicUrl, google, gainUrl, paymentProvider, watchVideoUrl, tutorialVideoUrl } = readConfig(env, '/nowhere');
  const config = { publicUrl, google, gainUrl, paymentProvider, watchVideoUrl, tutorialVideoUrl };
  const app = await startTestApp(config, { webFolder });
  const headers = { origin: 'https://elsewhere.example' };
  const replies = await Promise.all(paths.map((path) => rawCall(app.url, { method: 'GET', path, headers })));
  await app.stop();
  expect(replies.map(({ status }) => status)).toEqual(paths.map(() => 200));
  return replies.map((reply) => ({ headers: reply.headers, html: reply.text }));
}

const pageWith = async (env: Record<string, string>) => (await pagesWith(env, ['/']))[0] as Page;

const policyWith = async (env: Record<string, string>) => readPolicy(await pageWith(env));

const EVERYTHING = {
  PUBLIC_URL: 'https://tuning.example.com',
  GOOGLE_CLIENT_ID: 'id.apps.googleusercontent.com',
  GAIN_URL: 'https://shop.example.com/tuning',
  WATCH_VIDEO_URL: 'https://www.youtube.com/watch?v=abc',
  TUTORIAL_VIDEO_URL: 'https://videos.example.com/how/to.mp4',
  PAYMENT_MODE: 'paypal',
  PAYPAL_BUTTON_ID: 'B77',
  PAYPAL_RECEIVER_EMAIL: 'sales@tuning.example.com',
};

const PATHS = ['/', '/verify.html', '/reset-password?token=abc', '/api/health'];

test.each([
  ['no settings', { PUBLIC_URL: 'https://tuning.example.com' }],
  ['all settings', EVERYTHING],
])('with %s, every page is guarded as strictly as a scanner of headers knows', async (_, env) => {
  for (const { headers, html } of await pagesWith(env, PATHS)) {
    const policy = readPolicy({ headers });
    expect(policy.get('default-src')).toEqual(["'none'"]);
    expect(policy.get('frame-ancestors')).toEqual(["'none'"]);
    expect([...policy.values()].flat().join(' ')).not.toMatch(/unsafe-|\bhttp:|\*|\bhttps:(?!\/\/)/);
    expect(policy.get('script-src') ?? []).not.toContain('data:');
    expect(Number(/max-age=(\d+)/.exec(String(headers['strict-transport-security']))?.[1])).toBeGreaterThan(15_768_000);
    expect(headers).toMatchObject({
      'x-frame-options': 'DENY',
      'x-content-type-options': 'nosniff',
      'referrer-policy': expect.stringMatching(/^(no-referrer|same-origin|strict-origin-when-cross-origin)$/) as string,
      'cross-origin-resource-policy': 'same-origin',
    });
    expect(Object.keys(headers).filter((name) => /^set-cookie$|^access-control-/.test(name))).toEqual([]);
    expect(html.match(/<script[^>]+src="(?!\/)[^"]*"/g)).toBeNull();
  }
});

test('frames and media are allowed only from the addresses that the operator configured', async () => {
  const all = await policyWith(EVERYTHING);
  expect(all.get('frame-src')).toEqual([
    'https://shop.example.com',
    'https://www.youtube-nocookie.com',
    'https://accounts.google.com/gsi/',
  ]);
  expect(all.get('media-src')).toEqual(["'self'", 'https://videos.example.com']);
  const swapped = await policyWith({
    WATCH_VIDEO_URL: 'https://player.example.com/v/7',
    TUTORIAL_VIDEO_URL: 'https://youtu.be/abc',
  });
  expect(swapped.get('frame-src')).toEqual(['https://player.example.com', 'https://www.youtube-nocookie.com']);
  expect(swapped.get('media-src')).toEqual(["'self'"]);
  const plain = await policyWith({});
  expect([plain.get('frame-src'), plain.get('media-src')]).toEqual([["'none'"], ["'self'"]]);
});

test('browser features that no page uses are off', async () => {
  const { headers } = await pageWith(EVERYTHING);
  expect(headers['permissions-policy']).toMatch(/^accelerometer=\(\), camera=\(\), .*usb=\(\)/);
});

test('a page may run the script that it contains, allowed by its hash, and no other', async () => {
  const { headers, html } = await pageWith({});
  const [, text = ''] = /<script>(.*?)<\/script>/s.exec(html) ?? [];
  const hash = createHash('sha256').update(text).digest('base64');
  expect(readPolicy({ headers }).get('script-src')).toEqual(["'self'", `'sha256-${hash}'`]);
});

test('files that pages include have the short policy of data, and the program of a worker that of pages', async () => {
  const [page, ...included] = await pagesWith(EVERYTHING, ['/', ...INCLUDED]);
  const policies = included.map(({ headers }) => headers['content-security-policy']);
  const ofData = "default-src 'none';base-uri 'none';frame-ancestors 'none'";
  expect(policies).toEqual([ofData, ofData, ofData, page?.headers['content-security-policy']]);
  for (const { headers } of included) {
    expect(headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'cross-origin-resource-policy': 'same-origin',
    });
    expect(headers['cache-control']).toMatch(/immutable/);
  }
});
