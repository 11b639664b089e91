// How fast three screens feel on a slow phone and a slow connection: 1.6 Mbit/s, 150 ms, a processor four times slower.
// npm run bench -- felt [--write]; fails when a target is missed.
import { availableParallelism, loadavg } from 'node:os';
import type { BrowserContext, Page } from 'playwright-core';
import { openBrowser, openPage, PHONE } from '../../journeys/browser.ts';
import { ADMINISTRATOR, DEMO_CUSTOMERS, startPortal } from '../../journeys/portal.ts';
import { keepSession, signIn, type Login } from '../../journeys/screens.ts';
import { markdownTable, writeSection } from './write-section.ts';

const ROUNDS = 5;
const LINE = { offline: false, latency: 150, downloadThroughput: 1_600_000 / 8, uploadThroughput: 750_000 / 8 };
const SLOWER = 4;
/** Observed time after the screen is usable: work during it still counts as part of the start. */
const QUIET_MS = 2000;

/**
 * `content` is what the visitor came for; `control` shows that it can be used: it is enabled and React has attached to
 * it.
 */
const SCREENS: { name: string; path: string; user: Login | null; content: string; control: string; aims: Aims }[] = [
  {
    name: 'login',
    path: '/login',
    user: null,
    content: 'form input[name=email]',
    control: 'form button[type=submit]:enabled',
    aims: { visible: 800, usable: 1600, blocking: 50, repeat: 1500 },
  },
  {
    name: 'dashboard',
    path: '/dashboard',
    user: DEMO_CUSTOMERS[0] as Login,
    content: 'main h1',
    control: 'main a[href^="/view-file/"]',
    aims: { blocking: 50, repeat: 1500 },
  },
  {
    name: 'all files',
    path: '/admin/all-files',
    user: ADMINISTRATOR,
    content: 'main h1',
    control: 'main a[href^="/admin/view-file/"]',
    aims: { blocking: 120, repeat: 1500 },
  },
];

type Figure = 'visible' | 'usable' | 'blocking' | 'repeat';
type Aims = Partial<Record<Figure, number>>;
type Visit = Record<'visible' | 'usable' | 'blocking' | 'largest', number>;
type FeltScreen = (typeof SCREENS)[number];

/**
 * A script, as text because it runs in the page before anything else: records the first frame with each element, and
 * what blocks the page.
 */
const watch = ({ content, control }: FeltScreen) => `
  window.felt = { visible: null, usable: null, blocking: 0, largest: 0 };
  const isSeen = (element) => element?.checkVisibility({ visibilityProperty: true }) === true;
  const isKnown = (element) => Object.keys(element).some((key) => key.startsWith('__reactProps'));
  const painted = (figure) => {
    window.felt[figure] = 0;
    const message = new MessageChannel();
    message.port1.onmessage = () => (window.felt[figure] = performance.now());
    message.port2.postMessage(null);
  };
  const look = () => {
    const { felt } = window;
    if (felt.visible === null && isSeen(document.querySelector(${JSON.stringify(content)}))) painted('visible');
    const control = document.querySelector(${JSON.stringify(control)});
    if (felt.usable === null && isSeen(control) && isKnown(control)) painted('usable');
    if (felt.visible === null || felt.usable === null) requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
  const follow = (type, note) => new PerformanceObserver((list) => list.getEntries().forEach(note)).observe({ type, buffered: true });
  follow('longtask', ({ duration }) => (window.felt.blocking += Math.max(0, duration - 50)));
  follow('largest-contentful-paint', ({ startTime }) => (window.felt.largest = startTime));
`;

async function visit(context: BrowserContext, { path }: FeltScreen): Promise<Visit> {
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  await session.send('Network.enable');
  await session.send('Network.emulateNetworkConditions', LINE);
  await session.send('Emulation.setCPUThrottlingRate', { rate: SLOWER });
  await page.goto(path, { waitUntil: 'commit' });
  await usable(page);
  await page.waitForTimeout(QUIET_MS);
  const felt = await page.evaluate<Visit>('window.felt');
  await page.close();
  return felt;
}

async function usable(page: Page): Promise<void> {
  const giveUpAt = Date.now() + 60_000;
  while (!(await page.evaluate<boolean>('Boolean(window.felt?.usable)'))) {
    if (Date.now() > giveUpAt) throw new Error(`${page.url()} cannot be used after a minute`);
    await page.waitForTimeout(100);
  }
}

const median = (values: readonly number[]) => values.toSorted((one, other) => one - other)[values.length >> 1] ?? 0;

const portal = await startPortal({ DEMO: '1' });
const browser = await openBrowser();
const measured = new Map<FeltScreen, Record<Figure, number[]>>();
try {
  for (const screen of SCREENS) {
    const rounds: Record<Figure, number[]> = { visible: [], usable: [], blocking: [], repeat: [] };
    const login = screen.user && (await signIn(portal, screen.user));
    for (let round = 0; round < ROUNDS; round += 1) {
      // A fresh profile: nothing of the portal is cached yet.
      const { page, context } = await openPage(browser, portal.url, { viewport: PHONE });
      await page.close();
      if (login !== null) await keepSession(context, login);
      await context.addInitScript(watch(screen));
      const cold = await visit(context, screen);
      const again = await visit(context, screen);
      for (const figure of ['visible', 'usable', 'blocking'] as const) rounds[figure].push(cold[figure]);
      rounds.repeat.push(again.largest);
      await context.close();
    }
    measured.set(screen, rounds);
    console.log(
      screen.name,
      JSON.stringify(rounds, (_, value) => (typeof value === 'number' ? Math.round(value) : value)),
    );
  }
} finally {
  await browser.close();
  await portal.stop();
}

const findings: string[] = [];
const cell = ({ name, aims }: FeltScreen, figure: Figure, values: readonly number[]): string => {
  const middle = Math.round(median(values));
  const aim = aims[figure];
  if (aim !== undefined && middle > aim) findings.push(`${name}: ${figure} ${middle} ms, the aim is ${aim}`);
  const [least, most] = [Math.min(...values), Math.max(...values)].map(Math.round);
  return `${middle} (${least} to ${most})${aim === undefined ? '' : `, aim ${aim}`}`;
};
const rows = [...measured].map(
  ([screen, rounds]) =>
    `| ${screen.name} | ${(['visible', 'usable', 'blocking', 'repeat'] as const).map((figure) => cell(screen, figure, rounds[figure])).join(' | ')} |`,
);
const table = markdownTable(
  ['Screen', 'content visible, ms', 'usable, ms', 'main thread blocked, ms', 'largest paint of a repeat visit, ms'],
  rows,
);
console.log(`\n${table}\n`);
if (process.argv.includes('--write')) {
  writeSection('Felt speed', [
    `${new Date().toISOString().slice(0, 10)} · \`npm run bench -- felt --write\` · Node ${process.versions.node}, headless Chromium ${browser.version()}, ${availableParallelism()} cores, load average ${(loadavg()[0] as number).toFixed(1)}`,
    `A phone of ${PHONE.width} x ${PHONE.height} at 1.6 Mbit/s and 150 ms, with a processor ${SLOWER} times slower; medians of ${ROUNDS} rounds (least to most), each in a profile that has nothing of the portal. Visible: the field of the e-mail address, or the headline. Usable: the program has taken the form over, or the first row with its link is there. Blocked: the part of long tasks above 50 ms, until ${QUIET_MS / 1000} s after that. The repeat visit has what the browser caches, without the service worker. Server and browser share the cores.`,
    table,
  ]);
}
for (const finding of findings) console.error(finding);
if (findings.length > 0) process.exitCode = 1;
