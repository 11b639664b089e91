// Lighthouse results for six screens on its slow phone (360 px wide screen, 4 times slower processor, slow 4G).
// npm run bench -- lighthouse [--write] [/login …]; installs Lighthouse itself, which is not part of every checkout.
import { availableParallelism, loadavg } from 'node:os';
import { fileURLToPath } from 'node:url';
import type { BrowserContext } from 'playwright-core';
import { openProfile } from '../../journeys/browser.ts';
import { ADMINISTRATOR, DEMO_CUSTOMERS, startPortal, type Portal } from '../../journeys/portal.ts';
import { freePort } from '../../server/testing/free-port.ts';
import { signIn, type Login } from '../../journeys/screens.ts';
import { markdownTable, median, writeSection } from './write-section.ts';

const ROUNDS = 3;
const AIMS = { performance: 95, accessibility: 100, 'best-practices': 100 };
/** Performance targets for a first visit with nothing cached; the file is a delivered one of the demo world. */
const COLD_AIMS: Record<string, number> = {
  '/login': 97,
  '/dashboard': 93,
  '/my-files': 93,
  '/view-file/8': 90,
  '/admin/dashboard': 90,
  '/admin/all-files': 93,
};
const requestedPaths = process.argv.slice(2).filter((word) => word.startsWith('/'));
const PATHS = requestedPaths.length > 0 ? requestedPaths : Object.keys(COLD_AIMS);
const chooseLogin = (path: string): Login | null =>
  path === '/login' ? null : path.startsWith('/admin/') ? ADMINISTRATOR : (DEMO_CUSTOMERS[0] as Login);
const WORKER_READY_MS = 3000;
/** A page is complete within 3 s. */
const MAX_WAIT_MS = 12_000;

type Category = keyof typeof AIMS;
type Audit = { id: string; score: number | null; displayValue?: string; title: string };
interface Result {
  categories: Record<Category, { score: number; auditRefs: { id: string; weight: number }[] }>;
  audits: Record<string, Audit>;
  lighthouseVersion: string;
}
interface InstallWish {
  node: string;
  withTools: boolean;
  what: string;
  verify: () => Promise<string[]>;
}
type Lighthouse = (url: string, flags: object) => Promise<{ lhr: Result } | undefined>;

async function installLighthouse(): Promise<Lighthouse> {
  const folder = fileURLToPath(new URL('lighthouse/', import.meta.url));
  const launcher = new URL('../launcher/install.mjs', import.meta.url).href;
  const { installPackages } = (await import(launcher)) as {
    installPackages: (folder: string, how: InstallWish) => Promise<void>;
  };
  await installPackages(folder, {
    node: process.execPath,
    withTools: false,
    what: 'Lighthouse',
    // It has no native modules that might not fit this machine.
    verify: async () => [],
  });
  const entry = new URL('lighthouse/node_modules/lighthouse/core/index.js', import.meta.url).href;
  return ((await import(entry)) as { default: Lighthouse }).default;
}

/** Stores a session in the profile; Lighthouse opens its own page, which finds it. */
async function beginSession(context: BrowserContext, portal: Portal, login: Login | null): Promise<void> {
  const session = login && (await signIn(portal, login));
  const page = await context.newPage();
  await page.goto(`${portal.url}/icon.svg`);
  await page.evaluate((stored) => {
    localStorage.clear();
    if (stored === null) return;
    localStorage.setItem('token', stored.token);
    localStorage.setItem('user', JSON.stringify(stored.user));
  }, session);
  await page.close();
}

const toScore = ({ categories }: Result, category: Category) => Math.round(categories[category].score * 100);

/** Lists the audits that lost points in categories that have to be perfect. */
const missed = ({ categories, audits }: Result): string[] =>
  (['accessibility', 'best-practices'] as const).flatMap((category) =>
    categories[category].auditRefs
      .filter(({ id, weight }) => weight > 0 && (audits[id]?.score ?? 1) < 1)
      .map(({ id }) => `${id}: ${audits[id]?.title}`),
  );

type Visit = 'cold' | 'warm';
type Rounds = Record<Visit, Result[]>;

/**
 * Measures a screen in a fresh profile: on the first visit nothing is cached, on the second what the first has left.
 */
async function measureRound(path: string, login: Login | null, rounds: Rounds): Promise<void> {
  const port = await freePort();
  const context = await openProfile(port);
  try {
    await beginSession(context, portal, login);
    for (const visit of ['cold', 'warm'] as const) {
      const response = await lighthouse(portal.url + path, {
        port,
        logLevel: 'error',
        // A reset would also delete the session.
        disableStorageReset: true,
        onlyCategories: Object.keys(AIMS),
        // The events of the portal keep its network busy for as long as a page is open.
        maxWaitForLoad: MAX_WAIT_MS,
      });
      if (response) rounds[visit].push(response.lhr);
      // The service worker fetches its cache after the page has loaded.
      await new Promise((resume) => setTimeout(resume, WORKER_READY_MS));
    }
  } finally {
    await context.close();
  }
}

function renderRow(path: string, visit: Visit, results: readonly Result[]): string {
  const of = (category: Category) => results.map((result) => toScore(result, category));
  const middle = (id: string) =>
    median(results.map(({ audits }) => (audits[id] as unknown as { numericValue: number }).numericValue));
  return `| ${path} | ${visit} | ${median(of('performance'))} (${of('performance').join(', ')}) | ${median(of('accessibility'))} | ${median(of('best-practices'))} | ${middle('first-contentful-paint').toFixed(0)} | ${middle('largest-contentful-paint').toFixed(0)} | ${middle('total-blocking-time').toFixed(0)} | ${middle('cumulative-layout-shift').toFixed(3)} |`;
}

/** Lists scores below their targets; for performance, only the first visit counts. */
function listFindings(path: string, visit: Visit, results: readonly Result[]): string[] {
  const aims = { ...AIMS, performance: visit === 'cold' ? (COLD_AIMS[path] ?? 0) : AIMS.performance };
  const low = Object.entries(aims).flatMap(([category, aim]) => {
    const found = median(results.map((result) => toScore(result, category as Category)));
    return found < aim ? [`${path}, ${visit}: ${category} ${found}, the aim is ${aim}`] : [];
  });
  return [...low, ...new Set(results.flatMap(missed).map((text) => `${path}, ${visit}: ${text}`))];
}

const lighthouse = await installLighthouse();
const portal = await startPortal({ DEMO: '1' });
const rows: string[] = [];
const findings: string[] = [];
let version = '';
try {
  for (const path of PATHS) {
    const login = chooseLogin(path);
    const rounds: Rounds = { cold: [], warm: [] };
    for (let round = 0; round < ROUNDS; round += 1) await measureRound(path, login, rounds);
    version = rounds.cold[0]?.lighthouseVersion ?? '';
    for (const visit of ['cold', 'warm'] as const) {
      rows.push(renderRow(path, visit, rounds[visit]));
      console.log(rows.at(-1));
      findings.push(...listFindings(path, visit, rounds[visit]));
    }
  }
} finally {
  await portal.stop();
}
const table = markdownTable(
  [
    'Screen',
    'visit',
    'performance (rounds)',
    'accessibility',
    'best practices',
    'first paint, ms',
    'largest paint, ms',
    'blocking time, ms',
    'layout shift',
  ],
  rows,
);
console.log(`\n${table}\n`);
if (process.argv.includes('--write')) {
  writeSection('Lighthouse, mobile', [
    `${new Date().toISOString().slice(0, 10)} · \`npm run bench -- lighthouse --write\` · Lighthouse ${version}, Node ${process.versions.node}, ${availableParallelism()} cores, load average ${(loadavg()[0] as number).toFixed(1)}`,
    `Medians of ${ROUNDS} rounds on the demo world, with Lighthouse's own slow phone and network. Cold: a profile that has nothing of the portal; warm: the next visit in it, which the service worker answers. A round that something else on the machine disturbs shows in the list of rounds.`,
    table,
  ]);
}
for (const finding of findings) console.error(finding);
if (findings.length > 0) process.exitCode = 1;
