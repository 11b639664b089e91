import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { AxeBuilder } from '@axe-core/playwright';
import { chromium, type Browser, type BrowserContext, type Page, type Request } from 'playwright-core';

/** Only what a test browser needs: no sandbox inside containers, and no background requests. */
const ARGUMENTS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-dev-shm-usage',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

const INSTALLED = [process.env.CHROMIUM, '/usr/bin/chromium', '/usr/bin/google-chrome'];

/** Returns the path of an installed Chromium, or of the one from the project's packages. */
export async function findBrowser(): Promise<string> {
  const installed = INSTALLED.find((path) => path !== undefined && path !== '' && existsSync(path));
  if (installed !== undefined) return installed;
  // Makes the package also unpack the libraries that a bare system lacks.
  process.env.AWS_EXECUTION_ENV ??= 'AWS_Lambda_nodejs22.x';
  const { default: packaged } = await import('@sparticuz/chromium');
  return packaged.executablePath();
}

export async function openBrowser(): Promise<Browser> {
  return chromium.launch({ executablePath: await findBrowser(), args: ARGUMENTS, headless: true });
}

/** Opens a browser with its own profile, which another program may also control through this port. */
export async function openProfile(port: number): Promise<BrowserContext> {
  const context = await chromium.launchPersistentContext('', {
    executablePath: await findBrowser(),
    args: [...ARGUMENTS, `--remote-debugging-port=${port}`],
    headless: true,
  });
  await reportBlocked(context);
  return context;
}

export const PHONE = { width: 360, height: 740 };
export const DESK = { width: 1366, height: 860 };

export interface PageOptions {
  viewport?: { width: number; height: number };
  dark?: boolean;
  locale?: string;
  /** The zone of the visitor's clock, as IANA names it; that of this machine unless set. */
  timeZone?: string;
  /** Disables motion, so that no colour is measured in the middle of a transition. */
  isStill?: boolean;
  /** Allows the service worker. It is blocked by default, since it would respond when a test cuts the network. */
  hasWorker?: boolean;
}

const BLOCKED = 'the content security policy blocked';

/** Logs whatever the content security policy blocks as an error. A string, because it runs in the page. */
const REPORT_BLOCKED = `addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI, sourceFile }) =>
  console.error('${BLOCKED} ' + violatedDirective, blockedURI, sourceFile));`;

const reports: string[] = [];

/** Returns what the policy has blocked since the last call, for all visitors; any report fails the test (setup.ts). */
export const takeReports = (): string[] => reports.splice(0);

/** Reports blocked content. Call it for contexts that are not opened here. */
async function reportBlocked(context: BrowserContext): Promise<void> {
  await context.addInitScript(REPORT_BLOCKED);
  context.on('console', (message) => {
    if (message.text().startsWith(BLOCKED)) reports.push(`${message.page()?.url()}: ${message.text()}`);
  });
}

/** Every page that is open, with the errors that it has logged and the changes that it asked for. */
const openPages = new Map<Page, { failures: string[]; writes: Request[] }>();

/** Describes what each open page shows: its address, its errors, its last changes, and both ends of its text. */
export async function describeOpenPages(): Promise<string> {
  const described = [...openPages].map(async ([page, { failures, writes }]) => {
    const text = await page.innerText('body', { timeout: 5_000 }).catch((error: unknown) => String(error));
    const line = text.replaceAll(/\n+/g, ' · ');
    const shown =
      line.length > MAX_TEXT_SHOWN ? [line.slice(0, MAX_TEXT_SHOWN / 2), line.slice(-MAX_TEXT_SHOWN / 2)] : [line];
    return [page.url(), ...failures, ...writes.slice(-5).map(describeWrite), shown.join(' … ')].join('\n');
  });
  return (await Promise.all(described)).join('\n\n');
}
const MAX_TEXT_SHOWN = 3_000;

const describeWrite = (request: Request): string =>
  `${request.method()} ${request.url()}: ${request.existingResponse()?.status() ?? request.failure()?.errorText ?? 'no reply'}`;

/** Opens a page as a new visitor; `failures` collects errors that it logs and requests to other origins. */
export async function openPage(
  browser: Browser,
  url: string,
  { viewport = DESK, dark = false, locale = 'en-GB', timeZone, isStill = false, hasWorker = false }: PageOptions = {},
): Promise<{ page: Page; context: BrowserContext; failures: string[] }> {
  const context = await browser.newContext({
    baseURL: url,
    viewport,
    colorScheme: dark ? 'dark' : 'light',
    locale,
    ...(timeZone !== undefined && { timezoneId: timeZone }),
    reducedMotion: isStill ? 'reduce' : 'no-preference',
    acceptDownloads: true,
    serviceWorkers: hasWorker ? 'allow' : 'block',
  });
  if (dark) await context.addInitScript(() => localStorage.setItem('darkMode', 'true'));
  await reportBlocked(context);
  // Long enough for a busy machine; only ends a wait for something that never happens.
  context.setDefaultTimeout(60_000);
  const page = await context.newPage();
  const failures: string[] = [];
  const writes: Request[] = [];
  openPages.set(page, { failures, writes });
  page.on('close', () => openPages.delete(page));
  page.on('console', (message) => {
    const { url: from } = message.location();
    if (message.type() === 'error') failures.push(`${message.text()} ${from}`.trim());
  });
  page.on('pageerror', (error) => failures.push(error.message));
  page.on('request', (request) => {
    if (request.method() !== 'GET') writes.push(request);
    const foreign = !request.url().startsWith(url) && /^https?:/.test(request.url());
    if (foreign) failures.push(`asked ${request.url()}`);
  });
  return { page, context, failures };
}

const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22a', 'wcag22aa'];

/** The minified axe that its Playwright package depends on. */
const AXE_SOURCE = readFileSync(
  createRequire(createRequire(import.meta.url).resolve('@axe-core/playwright')).resolve('axe-core/axe.min.js'),
  'utf8',
);

/** Returns what axe finds on the page in its current state, one line per rule and place. */
export async function findAxeViolations(page: Page): Promise<string[]> {
  if (page.frames().length > 1) return findInFrames(page);
  if (!(await page.evaluate<boolean>("typeof axe === 'object'"))) await loadAxe(page);
  return lookAgain(page, { onlyColours: false });
}

async function loadAxe(page: Page): Promise<void> {
  // Bypasses Playwright, whose own method prevents the browser from reusing compiled code across documents.
  const session = await page.context().newCDPSession(page);
  const { exceptionDetails } = await session.send('Runtime.evaluate', { expression: `${AXE_SOURCE};0` });
  await session.detach();
  if (exceptionDetails) throw new Error(`axe could not be loaded: ${exceptionDetails.text}`);
}

/** The package's own method, which also covers frames, but loads axe twice. */
async function findInFrames(page: Page): Promise<string[]> {
  // Legacy mode: without cross-origin frames, a second page for merging the results would only be slow.
  const axe = new AxeBuilder({ page, axeSource: AXE_SOURCE })
    .options({ resultTypes: ['violations'] })
    .withTags(TAGS)
    .setLegacyMode(true);
  const { violations } = await axe.analyze();
  return linesOf(violations);
}

/** Rules that a change of theme alone can break. */
const RULES_OF_COLOUR = ['color-contrast', 'link-in-text-block'];

/**
 * The same on a page that has already loaded axe, which saves loading it again. What the bar of actions covers at this
 * place of the page is not too small, as it can be scrolled free: meanwhile the bar stands at the end of the page.
 */
export async function lookAgain(page: Page, { onlyColours }: { onlyColours: boolean }): Promise<string[]> {
  const runOnly = onlyColours ? { type: 'rule', values: RULES_OF_COLOUR } : { type: 'tag', values: TAGS };
  const options = JSON.stringify({ runOnly, resultTypes: ['violations'], iframes: false });
  // A string, because it runs in the page.
  return linesOf(
    await page.evaluate<Violations>(`(async () => {
      const bars = [...document.querySelectorAll('[data-action-bar]')];
      for (const bar of bars) bar.style.position = 'static';
      const { violations } = await axe.run(document, ${options});
      for (const bar of bars) bar.style.position = '';
      return violations;
    })()`),
  );
}

type Violations = readonly { id: string; nodes: readonly { target: readonly unknown[] }[] }[];

const linesOf = (violations: Violations): string[] =>
  violations.flatMap(({ id, nodes }) => nodes.map((node) => `${id}: ${node.target.join(' ')}`));

/** Returns by how many pixels the page scrolls sideways; should be 0. A string, because it runs in the page. */
export const measureSidewaysScroll = (page: Page): Promise<number> =>
  page.evaluate<number>('document.documentElement.scrollWidth - document.documentElement.clientWidth');

/** Sets the size and the theme: administrators' pages follow the system, customers' pages their own switch. */
export async function setViewportAndTheme(page: Page, viewport: typeof DESK, dark: boolean): Promise<void> {
  await page.setViewportSize(viewport);
  await page.emulateMedia({ colorScheme: dark ? 'dark' : 'light', reducedMotion: 'reduce' });
  await page.evaluate(`
    document.documentElement.classList.toggle('dark', ${dark});
    document.documentElement.style.colorScheme = '${dark ? 'dark' : 'light'}';
  `);
}
