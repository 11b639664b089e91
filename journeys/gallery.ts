import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { Page } from 'playwright-core';
import { preview } from 'vite';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const BUILT = `${ROOT}.cache/gallery`;

interface Gallery {
  url: string;
  /** Every story of web/ui. */
  stories: readonly string[];
  close(): Promise<void>;
}

/** Builds the stories without Storybook's own interface and serves them. */
export async function openGallery(): Promise<Gallery> {
  const words = ['build', '--test', '--preview-only', '--quiet', '--disable-telemetry', '--output-dir', BUILT];
  const program = `${ROOT}node_modules/storybook/dist/bin/dispatcher.js`;
  await promisify(execFile)(process.execPath, [program, ...words], { cwd: ROOT });
  const { entries } = JSON.parse(readFileSync(`${BUILT}/index.json`, 'utf8')) as { entries: Record<string, unknown> };
  const server = await preview({
    root: ROOT,
    configFile: false,
    logLevel: 'warn',
    build: { outDir: BUILT },
    preview: { port: 0, host: '127.0.0.1' },
  });
  const [url] = server.resolvedUrls?.local ?? [];
  if (url === undefined) throw new Error('The gallery has no address');
  return { url: url.replace(/\/$/, ''), stories: Object.keys(entries), close: () => server.close() };
}

/** Opens a story without the gallery's own axe run, because axe cannot run twice at once in a document. */
export async function openFirst(page: Page, story: string): Promise<void> {
  await page.goto(`/iframe.html?viewMode=story&id=${story}&globals=a11y.manual:!true`);
  await page.waitForSelector('#storybook-root > *', { state: 'attached' });
}

/** Switches the story without a reload; rejects with what it threw. A string, because it runs in the page. */
export const showStory = (page: Page, story: string): Promise<void> =>
  page.evaluate<void>(`new Promise((shown, failed) => {
    const channel = window.__STORYBOOK_ADDONS_CHANNEL__;
    for (const end of ['storyRendered', 'storyUnchanged']) channel.once(end, () => shown());
    for (const fault of ['storyErrored', 'storyThrewException', 'playFunctionThrewException', 'storyMissing']) {
      channel.once(fault, (error) => failed(new Error(fault + ': ' + JSON.stringify(error?.message ?? error))));
    }
    channel.emit('setCurrentStory', { storyId: '${story}', viewMode: 'story' });
  })`);

interface Contrast {
  text: string;
  ratio: number;
}

/** Returns the contrasts of texts by WCAG 2, with opacity blended in. A string, because it runs in the page. */
export const readContrasts = (page: Page, selector: string): Promise<Contrast[]> =>
  page.evaluate<Contrast[]>(`{
    const parse = (colour) => { const [r, g, b, a = 1] = colour.match(/[\\d.]+/g).map(Number); return { r, g, b, a }; };
    const over = (top, below, a) => ({ r: top.r * a + below.r * (1 - a), g: top.g * a + below.g * (1 - a), b: top.b * a + below.b * (1 - a), a: 1 });
    const linear = (value) => (value / 255 <= 0.04045 ? value / 255 / 12.92 : ((value / 255 + 0.055) / 1.055) ** 2.4);
    const light = ({ r, g, b }) => 0.2126 * linear(r) + 0.7152 * linear(g) + 0.0722 * linear(b);
    const behind = (element) => {
      if (element === null) return parse(getComputedStyle(document.documentElement).backgroundColor);
      const { backgroundColor, opacity } = getComputedStyle(element);
      const own = parse(backgroundColor);
      const below = behind(element.parentElement);
      return over(own, below, own.a * Number(opacity));
    };
    [...document.querySelectorAll('${selector}')].map((element) => {
      const below = behind(element);
      const { color, opacity } = getComputedStyle(element);
      const text = over(parse(color), behind(element.parentElement), Number(opacity));
      const [high, low] = [light(text), light(below)].sort((one, other) => other - one);
      return { text: element.textContent, ratio: Math.round(((high + 0.05) / (low + 0.05)) * 100) / 100 };
    });
  }`);
