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
  return { bytes: () => sumWeights(requestedScripts) };
}

const sumWeights = (scripts: Iterable<string>): number =>
  [...scripts].reduce((sum, path) => sum + measureWeight(path), 0);

/** The frame around all screens of an area. */
const SHELL = /-shell-/;

/**
 * Weighs the screens between which one page moves: the program of every page, and what a screen requests when it is the
 * first of its kind, each with all that it imports. What an earlier screen has loaded, and this one would load by itself
 * later, is not counted; a cold browser is only used by journeys/long/screens.spec.ts.
 */
export function weighScreens(page: Page): { takeBytes: () => number } {
  const program: string[] = [...(readDist('/index.html').match(/\/assets\/[\w.-]+\.js/g) ?? [])];
  const requested: string[] = [];
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (/^\/assets\/.+\.js$/.test(pathname)) requested.push(pathname);
  });
  return {
    takeBytes: () => {
      const parts = requested.splice(0);
      program.push(...parts.filter((path) => SHELL.test(path)));
      return sumWeights(listImported([...program, ...parts]));
    },
  };
}

/** These built scripts and all that they import outright. */
function listImported(scripts: readonly string[]): Set<string> {
  const found = new Set(scripts);
  for (const path of found) {
    for (const [, name] of readDist(path).matchAll(/\b(?:from|import)\s*"\.\/([\w.-]+\.js)"/g))
      found.add(`/assets/${name}`);
  }
  return found;
}

const DIST = new URL('../.cache/web/dist', import.meta.url);
const readDist = (path: string) => readFileSync(`${DIST.pathname}${path}`, 'utf8');
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
