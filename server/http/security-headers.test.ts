import { copyFile, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readConfig } from '../../app/server/read-config.ts';
import { startTestApp } from '../testing/app.ts';
import { observatoryScore, readPolicy, type ScannedPage } from '../testing/observatory.ts';
import { rawCall } from '../testing/raw-call.ts';

let webFolder: string;
beforeAll(async () => {
  webFolder = await mkdtemp(join(tmpdir(), 'tunedesk-web-'));
  await copyFile('app/web/index.html', join(webFolder, 'index.html'));
});
afterAll(() => rm(webFolder, { recursive: true, force: true }));

/** Pages of the portal, as another origin requests them. */
async function pagesWith(env: Record<string, string>, paths: readonly string[]): Promise<ScannedPage[]> {
  const { publicUrl, google, gainUrl, paymentProvider, watchVideoUrl, tutorialVideoUrl } = readConfig(env, '/nowhere');
  const config = { publicUrl, google, gainUrl, paymentProvider, watchVideoUrl, tutorialVideoUrl };
  const app = await startTestApp(config, { webFolder });
  const headers = { origin: 'https://elsewhere.example' };
  const replies = await Promise.all(paths.map((path) => rawCall(app.url, { method: 'GET', path, headers })));
  await app.stop();
  expect(replies.map(({ status }) => status)).toEqual(paths.map(() => 200));
  return replies.map((reply) => ({ headers: reply.headers, html: reply.text }));
}

const pageWith = async (env: Record<string, string>) => (await pagesWith(env, ['/']))[0] as ScannedPage;

const policyWith = async (env: Record<string, string>) =>
  readPolicy(String((await pageWith(env)).headers['content-security-policy']));

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

const HTTPS = { PUBLIC_URL: 'https://tuning.example.com' };

test('a page of the portal scores at least 125 at the MDN Observatory, with all settings and with none', async () => {
  const plain = await pagesWith(HTTPS, ['/', '/verify.html', '/reset-password?token=abc', '/api/health']);
  const full = await pagesWith(EVERYTHING, ['/', '/verify.html']);
  for (const page of [...plain, ...full]) expect(observatoryScore(page).score).toBeGreaterThanOrEqual(125);
  expect(observatoryScore(plain[0] as ScannedPage)).toEqual({
    score: 130,
    results: {
      'content-security-policy': 'csp-implemented-with-no-unsafe-default-src-none',
      cookies: 'cookies-not-found',
      cors: 'cors-not-implemented',
      'strict-transport-security': 'hsts-implemented-max-age-at-least-six-months',
      'referrer-policy': 'referrer-policy-private',
      'subresource-integrity': 'sri-not-implemented-but-all-scripts-loaded-from-secure-origin',
      'x-content-type-options': 'x-content-type-options-nosniff',
      'x-frame-options': 'x-frame-options-implemented-via-csp',
      'cross-origin-resource-policy': 'corp-implemented-with-same-origin',
    },
  });
});

test('the score falls with each weakness that the Observatory penalises', async () => {
  const page = await pageWith(HTTPS);
  const policy = String(page.headers['content-security-policy']);
  const scoreWith = (headers: ScannedPage['headers'], html = page.html) =>
    observatoryScore({ headers: { ...page.headers, ...headers }, html }).score;
  const inPolicy = (from: string, to: string) => scoreWith({ 'content-security-policy': policy.replace(from, to) });
  expect({
    inlineStyles: inPolicy("style-src 'self'", "style-src 'unsafe-inline' 'self' data:"),
    inlineScripts: inPolicy("script-src 'self'", "script-src 'self' 'unsafe-inline'"),
    evaluated: inPolicy("script-src 'self'", "script-src 'self' 'unsafe-eval'"),
    insecureFrames: inPolicy("frame-src 'none'", 'frame-src http://shop.example'),
    insecureImages: inPolicy("img-src 'self'", 'img-src http://shop.example'),
    defaultSelf: inPolicy("default-src 'none'", "default-src 'self'"),
    noPolicy: scoreWith({ 'content-security-policy': undefined }),
    noHsts: scoreWith({ 'strict-transport-security': undefined }),
    sniffed: scoreWith({ 'x-content-type-options': undefined }),
    openReferrer: scoreWith({ 'referrer-policy': 'no-referrer, unsafe-url' }),
    shared: scoreWith({ 'cross-origin-resource-policy': undefined }),
    cookie: scoreWith({ 'set-cookie': ['session=1; Secure; SameSite=Lax'] }),
    reflected: scoreWith({
      'access-control-allow-origin': 'https://elsewhere.example',
      'access-control-allow-credentials': 'true',
    }),
    foreignScript: scoreWith({}, '<script src="https://elsewhere.example/a.js"></script>'),
  }).toEqual({
    inlineStyles: 120,
    inlineScripts: 80,
    evaluated: 110,
    insecureFrames: 80,
    insecureImages: 110,
    defaultSelf: 125,
    noPolicy: 75,
    noHsts: 80,
    sniffed: 125,
    openReferrer: 120,
    shared: 120,
    cookie: 70,
    reflected: 50,
    foreignScript: 125,
  });
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

test('no header contradicts another, and unused browser features are off', async () => {
  for (const env of [{}, EVERYTHING]) {
    const { headers } = await pageWith(env);
    expect(readPolicy(String(headers['content-security-policy'])).get('frame-ancestors')).toEqual(["'none'"]);
    expect(headers['x-frame-options']).toBe('DENY');
    expect(headers['permissions-policy']).toMatch(/^accelerometer=\(\), camera=\(\), .*usb=\(\)/);
  }
});
