/**
 * The score that the MDN HTTP Observatory would give, by its published rules: the table of results and points in
 * https://developer.mozilla.org/en-US/observatory/docs/tests_and_scoring, and where that table lags behind, the one
 * that the scanner uses (SCORE_TABLE in src/grader/charts.js of mdn/mdn-http-observatory, 2025). The names of results
 * are theirs. Not checked here: the redirection from http to https and HSTS preloading. Both are up to the operator:
 * the first is done by the proxy in front of the portal and gives 0 points when it is right, the second could only add
 * 5.
 */

/** A page as received over https. `headers` are in lower case; several cookies are a list. */
export interface ScannedPage {
  headers: Readonly<Record<string, string | string[] | undefined>>;
  html: string;
}

export interface Score {
  score: number;
  /** The result of each test. */
  results: Record<string, string>;
}

const POINTS: Readonly<Record<string, number>> = {
  'csp-implemented-with-no-unsafe-default-src-none': 10,
  'csp-implemented-with-no-unsafe': 5,
  'csp-implemented-with-unsafe-inline-in-style-src-only': 0,
  'csp-implemented-with-insecure-scheme-in-passive-content-only': -10,
  'csp-implemented-with-unsafe-eval': -10,
  'csp-implemented-with-insecure-scheme': -20,
  'csp-implemented-with-unsafe-inline': -20,
  'csp-not-implemented': -25,
  'cookies-secure-with-httponly-sessions-and-samesite': 5,
  'cookies-not-found': 0,
  'cookies-secure-with-httponly-sessions': 0,
  'cookies-samesite-flag-invalid': -20,
  'cookies-without-secure-flag': -20,
  'cookies-session-without-httponly-flag': -30,
  'cors-not-implemented': 0,
  'cors-implemented-with-public-access': 0,
  'cors-implemented-with-universal-access': -50,
  'hsts-implemented-max-age-at-least-six-months': 0,
  'hsts-implemented-max-age-less-than-six-months': -10,
  'hsts-not-implemented': -20,
  'referrer-policy-private': 5,
  'referrer-policy-not-implemented': 0,
  'referrer-policy-unsafe': -5,
  'referrer-policy-header-invalid': -5,
  'sri-implemented-and-all-scripts-loaded-securely': 5,
  'sri-not-implemented-but-all-scripts-loaded-from-secure-origin': 0,
  'sri-not-implemented-but-no-scripts-loaded': 0,
  'sri-not-implemented-but-external-scripts-loaded-securely': -5,
  'sri-not-implemented-and-external-scripts-not-loaded-securely': -50,
  'x-content-type-options-nosniff': 0,
  'x-content-type-options-not-implemented': -5,
  'x-frame-options-implemented-via-csp': 5,
  'x-frame-options-sameorigin-or-deny': 0,
  'x-frame-options-not-implemented': -20,
  'corp-implemented-with-same-origin': 10,
  'corp-implemented-with-same-site': 10,
  'corp-implemented-with-cross-origin': 0,
  'corp-not-implemented': 0,
  'corp-header-invalid': -5,
};

/** Penalties come first; bonuses count only from 90 points on. */
export function observatoryScore(page: ScannedPage): Score {
  const text = (name: string) => [page.headers[name] ?? []].flat().join(', ').trim();
  const policy = text('content-security-policy');
  const results = {
    'content-security-policy': policy === '' ? 'csp-not-implemented' : judgePolicy(readPolicy(policy)),
    cookies: judgeCookies([page.headers['set-cookie'] ?? []].flat()),
    cors: judgeCors(text('access-control-allow-origin'), text('access-control-allow-credentials')),
    'strict-transport-security': judgeHsts(text('strict-transport-security')),
    'referrer-policy': judgeReferrer(text('referrer-policy')),
    'subresource-integrity': judgeScripts(page.html),
    'x-content-type-options': `x-content-type-options-${text('x-content-type-options') === 'nosniff' ? 'nosniff' : 'not-implemented'}`,
    'x-frame-options': judgeFrames(readPolicy(policy).has('frame-ancestors'), text('x-frame-options')),
    'cross-origin-resource-policy': judgeCorp(text('cross-origin-resource-policy')),
  };
  const points = Object.values(results).map((result) => {
    const found = POINTS[result];
    if (found === undefined) throw new Error(`${result} is not in the table of the Observatory`);
    return found;
  });
  const sum = (numbers: number[]) => numbers.reduce((total, one) => total + one, 0);
  const base = Math.max(0, 100 + sum(points.filter((one) => one < 0)));
  return { score: base < 90 ? base : base + sum(points.filter((one) => one > 0)), results };
}

/** Parses directives by name; if one occurs twice, the first counts. */
export function readPolicy(text: string): Map<string, string[]> {
  const parts = text.split(';').map((directive) => directive.trim().split(/\s+/));
  return new Map(parts.toReversed().map(([name = '', ...sources]) => [name.toLowerCase(), sources]));
}

const BROAD = ['ftp:', 'http:', 'https:', '*', 'http://*', 'http://*.*', 'https://*', 'https://*.*'];
const INLINE = ["'unsafe-inline'", 'data:'];
const PASSIVE = ['img-src', 'media-src'];

function judgePolicy(policy: Map<string, string[]>): string {
  const sourcesOf = (name: string) => {
    const sources = policy.get(name) ?? policy.get('default-src') ?? ['*'];
    const hasHash = sources.some((source) => /^'(sha(256|384|512)|nonce)-/.test(source));
    return hasHash && name !== 'object-src' ? sources.filter((source) => source !== "'unsafe-inline'") : sources;
  };
  const has = (name: string, unsafe: string[]) => sourcesOf(name).some((source) => unsafe.includes(source));
  const isInsecure = (source: string) => /^(http|ftp):/.test(source);
  const active = [...policy].filter(([name]) => !PASSIVE.includes(name)).flatMap(([, sources]) => sources);
  if (has('script-src', [...BROAD, ...INLINE]) || has('object-src', BROAD)) return 'csp-implemented-with-unsafe-inline';
  if (active.some(isInsecure)) return 'csp-implemented-with-insecure-scheme';
  if (has('script-src', ["'unsafe-eval'"]) || has('style-src', ["'unsafe-eval'"])) {
    return 'csp-implemented-with-unsafe-eval';
  }
  if (PASSIVE.flatMap(sourcesOf).some(isInsecure)) {
    return 'csp-implemented-with-insecure-scheme-in-passive-content-only';
  }
  if (has('style-src', [...BROAD, ...INLINE])) return 'csp-implemented-with-unsafe-inline-in-style-src-only';
  const isNone = policy.get('default-src')?.join() === "'none'";
  // The scanner ignores form-action, but the description of this result requires it.
  const isOwnForms = ["'none'", "'self'"].includes(policy.get('form-action')?.join(' ') ?? '*');
  return isNone && isOwnForms ? 'csp-implemented-with-no-unsafe-default-src-none' : 'csp-implemented-with-no-unsafe';
}

function judgeCookies(cookies: readonly string[]): string {
  if (cookies.length === 0) return 'cookies-not-found';
  const has = (cookie: string, flag: RegExp) =>
    cookie
      .split(';')
      .slice(1)
      .some((one) => flag.test(one.trim()));
  const isSession = (cookie: string) => /login|sess/i.test(cookie.split('=')[0] ?? '');
  if (cookies.some((one) => isSession(one) && !has(one, /^httponly$/i))) return 'cookies-session-without-httponly-flag';
  if (!cookies.every((one) => has(one, /^secure$/i))) return 'cookies-without-secure-flag';
  if (cookies.some((one) => has(one, /^samesite/i) && !has(one, /^samesite=(strict|lax)$/i))) {
    return 'cookies-samesite-flag-invalid';
  }
  const areSameSite = cookies.every((one) => has(one, /^samesite=(strict|lax)$/i));
  return `cookies-secure-with-httponly-sessions${areSameSite ? '-and-samesite' : ''}`;
}

/** The page was requested with a foreign origin, which must not be allowed by name. */
function judgeCors(origin: string, credentials: string): string {
  if (origin === '') return 'cors-not-implemented';
  const isOpen = origin !== '*' && credentials.toLowerCase() === 'true';
  return `cors-implemented-with-${isOpen ? 'universal' : 'public'}-access`;
}

const SIX_MONTHS_SECONDS = 15_768_000;

function judgeHsts(header: string): string {
  const seconds = /(?:^|;)\s*max-age=(\d+)/i.exec(header)?.[1];
  if (seconds === undefined) return 'hsts-not-implemented';
  return `hsts-implemented-max-age-${Number(seconds) >= SIX_MONTHS_SECONDS ? 'at-least' : 'less-than'}-six-months`;
}

const PRIVATE = ['no-referrer', 'same-origin', 'strict-origin', 'strict-origin-when-cross-origin'];
const UNSAFE = ['origin', 'origin-when-cross-origin', 'unsafe-url', 'no-referrer-when-downgrade'];

function judgeReferrer(header: string): string {
  if (header === '') return 'referrer-policy-not-implemented';
  // The last value that a browser knows takes effect.
  const known = header
    .toLowerCase()
    .split(/\s*,\s*/)
    .findLast((one) => [...PRIVATE, ...UNSAFE].includes(one));
  if (known === undefined) return 'referrer-policy-header-invalid';
  return `referrer-policy-${PRIVATE.includes(known) ? 'private' : 'unsafe'}`;
}

function judgeScripts(html: string): string {
  const scripts = [...html.matchAll(/<script\b([^>]*)>/gi)].map(([, attributes = '']) => attributes);
  if (scripts.length === 0) return 'sri-not-implemented-but-no-scripts-loaded';
  const read = (attributes: string, name: string) => new RegExp(`\\b${name}="([^"]*)"`, 'i').exec(attributes)?.[1];
  const external = scripts.filter((one) => /^(https?:)?\/\//.test(read(one, 'src') ?? ''));
  if (external.some((one) => !read(one, 'src')?.startsWith('https://'))) {
    return 'sri-not-implemented-and-external-scripts-not-loaded-securely';
  }
  if (external.some((one) => read(one, 'integrity') === undefined)) {
    return 'sri-not-implemented-but-external-scripts-loaded-securely';
  }
  const isProved = scripts.some((one) => read(one, 'integrity') !== undefined);
  return isProved
    ? 'sri-implemented-and-all-scripts-loaded-securely'
    : 'sri-not-implemented-but-all-scripts-loaded-from-secure-origin';
}

function judgeFrames(isInPolicy: boolean, header: string): string {
  if (isInPolicy) return 'x-frame-options-implemented-via-csp';
  return /^(deny|sameorigin)$/i.test(header) ? 'x-frame-options-sameorigin-or-deny' : 'x-frame-options-not-implemented';
}

function judgeCorp(header: string): string {
  if (header === '') return 'corp-not-implemented';
  return /^(same-origin|same-site|cross-origin)$/i.test(header)
    ? `corp-implemented-with-${header.toLowerCase()}`
    : 'corp-header-invalid';
}
