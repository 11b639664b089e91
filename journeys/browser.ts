import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { AxeBuilder } from '@axe-core/playwright';
import { chromium, type Browser, type BrowserContext, type Page } from 'playwright-core';

/** Only what a test browser needs: no sandbox inside containers, and nothing that calls home. */
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

/** An installed Chromium, or the one that comes with the project's packages. */
export async function findBrowser(): Promise<string> {
  const installed = INSTALLED.find((path) => path !== undefined && path !== '' && existsSync(path));
  if (installed !== undefined) return installed;
  // Makes the package unpack the libraries that a bare system lacks as well.
  process.env.AWS_EXECUTION_ENV ??= 'AWS_Lambda_nodejs22.x';
  const { default: packaged } = await import('@sparticuz/chromium');
  return packaged.executablePath();
}

export async function openBrowser(): Promise<Browser> {
  return chromium.launch({ executablePath: await findBrowser(), args: ARGUMENTS, headless: true });
}

/** A browser with a profile of its own, which another program may drive through this port as well. */
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
  /** Without motion, so that no colour is caught on its way. */
  isStill?: boolean;
  /** With the service worker, which otherwise would respond where a test cuts the network. */
  hasWorker?: boolean;
}

const BLOCKED = 'the content security policy blocked';

/** What the content security policy blocks is an error of the page. As text, because it runs there. */
const REPORT_BLOCKED = `addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI, sourceFile }) =>
  console.error('${BLOCKED} ' + violatedDirective, blockedURI, sourceFile));`;

const reports: string[] = [];

/** What the policy has blocked since the last time, in every page of every visitor: each test fails on it (setup.ts). */
export const takeReports = (): string[] => reports.splice(0);

/** For contexts that are not opened here. */
export async function reportBlocked(context: BrowserContext): Promise<void> {
  await context.addInitScript(REPORT_BLOCKED);
  context.on('console', (message) => {
    if (message.text().startsWith(BLOCKED)) reports.push(`${message.page()?.url()}: ${message.text()}`);
  });
}

/** A fresh visitor; the test fails when the page logs an error or asks another origin for anything. */
export async function openPage(
  browser: Browser,
  url: string,
  { viewport = DESK, dark = false, locale = 'en-GB', isStill = false, hasWorker = false }: PageOptions = {},
): Promise<{ page: Page; context: BrowserContext; failures: string[] }> {
  const context = await browser.newContext({
    baseURL: url,
    viewport,
    colorScheme: dark ? 'dark' : 'light',
    locale,
    reducedMotion: isStill ? 'reduce' : 'no-preference',
    acceptDownloads: true,
    serviceWorkers: hasWorker ? 'allow' : 'block',
  });
  if (dark) await context.addInitScript(() => localStorage.setItem('darkMode', 'true'));
  await reportBlocked(context);
  // Ends a wait for what never comes; a busy machine is no reason.
  context.setDefaultTimeout(60_000);
  const page = await context.newPage();
  const failures: string[] = [];
  page.on('console', (message) => {
    const { url: from } = message.location();
    if (message.type() === 'error') failures.push(`${message.text()} ${from}`.trim());
  });
  page.on('pageerror', (error) => failures.push(error.message));
  page.on('request', (request) => {
    const foreign = !request.url().startsWith(url) && /^https?:/.test(request.url());
    if (foreign) failures.push(`asked ${request.url()}`);
  });
  return { page, context, failures };
}

const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22a', 'wcag22aa'];

/** The axe that its Playwright package depends on, in its small form. */
const AXE_SOURCE = readFileSync(
  createRequire(createRequire(import.meta.url).resolve('@axe-core/playwright')).resolve('axe-core/axe.min.js'),
  'utf8',
);

/** What axe finds on the page as it stands, one line per rule and place; empty when nothing. */
export async function findAxeViolations(page: Page): Promise<string[]> {
  if (page.frames().length > 1) return findInFrames(page);
  // Past Playwright, whose own way the browser cannot keep compiled from one document to the next.
  const session = await page.context().newCDPSession(page);
  const { exceptionDetails } = await session.send('Runtime.evaluate', { expression: `${AXE_SOURCE};0` });
  await session.detach();
  if (exceptionDetails) throw new Error(`axe could not be brought: ${exceptionDetails.text}`);
  return lookAgain(page, { onlyColours: false });
}

/** The package's own way, which looks into frames as well, but loads axe twice. */
async function findInFrames(page: Page): Promise<string[]> {
  // Legacy mode: without frames of other origins a second page for putting results together is only slow.
  const axe = new AxeBuilder({ page, axeSource: AXE_SOURCE })
    .options({ resultTypes: ['violations'] })
    .withTags(TAGS)
    .setLegacyMode(true);
  const { violations } = await axe.analyze();
  return linesOf(violations);
}

/** What another theme alone can break. */
const RULES_OF_COLOUR = ['color-contrast', 'link-in-text-block'];

/** The same on a page that axe has been on already: it need not be loaded and parsed again. As text: it runs there. */
export async function lookAgain(page: Page, { onlyColours }: { onlyColours: boolean }): Promise<string[]> {
  const runOnly = onlyColours ? { type: 'rule', values: RULES_OF_COLOUR } : { type: 'tag', values: TAGS };
  const options = JSON.stringify({ runOnly, resultTypes: ['violations'], iframes: false });
  return linesOf(await page.evaluate<Violations>(`axe.run(document, ${options}).then(({ violations }) => violations)`));
}

type Violations = readonly { id: string; nodes: readonly { target: readonly unknown[] }[] }[];

const linesOf = (violations: Violations): string[] =>
  violations.flatMap(({ id, nodes }) => nodes.map((node) => `${id}: ${node.target.join(' ')}`));

/** How many pixels the page can be scrolled sideways; 0 is right. As text, because it runs in the page. */
export const sidewaysScroll = (page: Page): Promise<number> =>
  page.evaluate<number>('document.documentElement.scrollWidth - document.documentElement.clientWidth');
