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

/** Builds the stories, without Storybook's own pages around them, and serves them. */
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

/** Axe is asked by the test alone: in one document it does not run twice at once. */
export async function openFirst(page: Page, story: string): Promise<void> {
  await page.goto(`/iframe.html?viewMode=story&id=${story}&globals=a11y.manual:!true`);
  await page.waitForSelector('.sb-show-main');
}

/** Within the same document, which need not be loaded again; fails with what the story threw. As text: it runs there. */
export const showStory = (page: Page, story: string): Promise<void> =>
  page.evaluate<void>(`new Promise((shown, failed) => {
    const channel = window.__STORYBOOK_ADDONS_CHANNEL__;
    for (const end of ['storyRendered', 'storyUnchanged']) channel.once(end, () => shown());
    for (const fault of ['storyErrored', 'storyThrewException', 'playFunctionThrewException', 'storyMissing']) {
      channel.once(fault, (error) => failed(new Error(fault + ': ' + JSON.stringify(error?.message ?? error))));
    }
    channel.emit('setCurrentStory', { storyId: '${story}', viewMode: 'story' });
  })`);
