import { expect, test } from 'vitest';
import { readConfig } from '../config.ts';
import { startTestApp } from '../testing/app.ts';
import { rawCall } from '../testing/raw-call.ts';

type Headers = Record<string, string>;

const SOURCES_TOO_BROAD = ['*', 'http:', 'https:', 'ftp:', 'http://*', 'https://*'];

function readPolicy(text: string): Map<string, string[]> {
  const parts = text.split(';').map((directive) => directive.trim().split(/\s+/));
  return new Map(parts.map(([name = '', ...sources]) => [name, sources]));
}

/** Points for the policy, by the table that MDN publishes for its HTTP Observatory. */
function policyPoints(text: string | undefined): number {
  if (text === undefined) return -25;
  const policy = readPolicy(text);
  const of = (name: string) => policy.get(name) ?? policy.get('default-src') ?? ['*'];
  const has = (name: string, unsafe: string[]) => of(name).some((source) => unsafe.includes(source));
  const INLINE = ["'unsafe-inline'", 'data:'];
  if (has('script-src', [...SOURCES_TOO_BROAD, ...INLINE]) || has('object-src', SOURCES_TOO_BROAD)) return -20;
  if ([...policy.values()].flat().some((source) => /^(http|ftp):/.test(source))) return -20;
  if (has('script-src', ["'unsafe-eval'"]) || has('style-src', ["'unsafe-eval'"])) return -10;
  if (has('style-src', [...SOURCES_TOO_BROAD, ...INLINE])) return 0;
  return String(policy.get('default-src')) === "'none'" ? 10 : 5;
}

const PRIVATE_REFERRERS = ['no-referrer', 'same-origin', 'strict-origin', 'strict-origin-when-cross-origin'];

/**
 * The score of the MDN HTTP Observatory for a site that redirects http to https and sets no cookies, by its published
 * rules (https://developer.mozilla.org/en-US/observatory/docs/tests_and_scoring).
 */
function observatoryScore(headers: Headers): number {
  const policy = headers['content-security-policy'];
  const ancestors = policy === undefined ? undefined : readPolicy(policy).get('frame-ancestors');
  const hstsSeconds = Number(/max-age=(\d+)/.exec(headers['strict-transport-security'] ?? '')?.[1] ?? 0);
  const isFramedByAnybody = ancestors === undefined && !/^(deny|sameorigin)$/i.test(headers['x-frame-options'] ?? '');
  const points = [
    policyPoints(policy),
    hstsSeconds >= 15_768_000 ? 0 : hstsSeconds > 0 ? -10 : -20,
    headers['x-content-type-options'] === 'nosniff' ? 0 : -5,
    isFramedByAnybody ? -20 : 5,
    PRIVATE_REFERRERS.includes(headers['referrer-policy'] ?? '') ? 5 : 0,
    /^same-(origin|site)$/.test(headers['cross-origin-resource-policy'] ?? '') ? 10 : 0,
    headers['access-control-allow-origin'] === undefined ? 0 : -50,
  ];
  const sum = (numbers: number[]) => numbers.reduce((total, one) => total + one, 0);
  const base = 100 + sum(points.filter((one) => one < 0));
  return base < 90 ? base : base + sum(points.filter((one) => one > 0));
}

async function headersWith(env: Record<string, string>): Promise<Headers> {
  const { publicUrl, google, gainUrl, paypal, watchVideoUrl, tutorialVideoUrl } = readConfig(env, '/nowhere');
  const app = await startTestApp({ publicUrl, google, gainUrl, paypal, watchVideoUrl, tutorialVideoUrl });
  const { headers } = await rawCall(app.url, { method: 'GET', path: '/' });
  await app.stop();
  return headers as Headers;
}

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

test('the headers score 125 or better at the MDN Observatory, with and without everything that can be configured', async () => {
  const plain = await headersWith({ PUBLIC_URL: 'https://tuning.example.com' });
  expect(observatoryScore(plain)).toBeGreaterThanOrEqual(125);
  expect(observatoryScore(await headersWith(EVERYTHING))).toBeGreaterThanOrEqual(125);
  const inline = plain['content-security-policy']?.replace("style-src 'self'", "style-src 'self' 'unsafe-inline'");
  expect(observatoryScore({ ...plain, 'content-security-policy': inline ?? '' })).toBeLessThan(125);
});

test('frames and media come from the pages that the operator configured, and from nowhere else', async () => {
  const policy = readPolicy((await headersWith(EVERYTHING))['content-security-policy'] ?? '');
  expect(policy.get('frame-src')).toEqual([
    "'self'",
    'https://shop.example.com',
    'https://www.youtube.com',
    'https://videos.example.com',
    'https://www.youtube-nocookie.com',
    'https://accounts.google.com/gsi/',
  ]);
  expect(policy.get('media-src')).toEqual(["'self'", 'https://www.youtube.com', 'https://videos.example.com']);
});

test('no header contradicts another, and features that the portal does not use are off', async () => {
  const headers = await headersWith({});
  expect(headers['content-security-policy']).toContain("frame-ancestors 'none'");
  expect(headers['x-frame-options']).toBe('DENY');
  expect(headers['permissions-policy']).toMatch(/^accelerometer=\(\), camera=\(\), .*usb=\(\)/);
});
