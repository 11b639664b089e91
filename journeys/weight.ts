import { readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import type { Page } from 'playwright-core';

const KILOBYTE = 1000;

/** How much gzipped JavaScript a screen may load into a browser with an empty cache. */
const LIMITS: { of: RegExp; kilobytes: number }[] = [
  { of: /^(login|forgot-password|reset-password|activate-account|confirm-email)\b/, kilobytes: 125 },
  { of: /^register\b/, kilobytes: 135 },
  { of: /^admin-all-files\b/, kilobytes: 172 },
  { of: /^(supported-ecus|dashboard|my-|credits-|price-list|buy-credits|gain|outbox)/, kilobytes: 165 },
  { of: /^admin-(dashboard|all-|price-list|payments|credits-ledger|audit|solutions|security-log)/, kilobytes: 165 },
  { of: /./, kilobytes: 195 },
];

export const limitBytesOf = (screen: string): number =>
  (LIMITS.find(({ of }) => of.test(screen))?.kilobytes ?? 0) * KILOBYTE;

/**
 * Counts the scripts that a page requests, whether from the network or a cache. The count restarts with every
 * navigation.
 */
export function countScripts(page: Page): { bytes: () => number } {
  const requestedScripts = new Set<string>();
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (request.isNavigationRequest() && request.frame() === page.mainFrame()) requestedScripts.clear();
    else if (pathname.startsWith('/assets/') && pathname.endsWith('.js')) requestedScripts.add(pathname);
  });
  return { bytes: () => [...requestedScripts].reduce((sum, path) => sum + measureWeight(path), 0) };
}

const DIST = new URL('../.cache/web/dist', import.meta.url);
const weights = new Map<string, number>();

function measureWeight(path: string): number {
  const known = weights.get(path);
  if (known !== undefined) return known;
  const weight = gzipSync(readFileSync(`${DIST.pathname}${path}`)).length;
  weights.set(path, weight);
  return weight;
}

/** Returns the fault in a screen's weight as text; null if there is none. */
export function checkWeight(screen: string, bytes: number): string | null {
  const limit = limitBytesOf(screen);
  return bytes <= limit ? null : `${screen}: ${inKilobytes(bytes)} kB of JavaScript, the limit is ${limit / KILOBYTE}`;
}

export const inKilobytes = (bytes: number): string => (bytes / KILOBYTE).toFixed(1);
