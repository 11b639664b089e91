import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { gzipSync } from 'node:zlib';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { openPage, PHONE } from '../browser.ts';
import { findSwitchableDump } from '../dump.ts';
import { expectAccessible } from '../expect-accessible.ts';
import { browser, openStage, portal } from '../stage.ts';

const MAX_WORKER_BYTES = 250 * 1024;

openStage();

/** Drops a file on an arbitrary part of the page, as a user would. */
async function drop(page: Page, name: string, bytes: Buffer): Promise<void> {
  // A string, because it runs in the page.
  const dataTransfer = await page.evaluateHandle(`(() => {
    const content = Uint8Array.from(atob('${bytes.toString('base64')}'), (character) => character.charCodeAt(0));
    const transfer = new DataTransfer();
    transfer.items.add(new File([content], '${name}'));
    return transfer;
  })()`);
  await page.dispatchEvent('h1', 'drop', { dataTransfer });
}

test('a dropped dump is inspected while offline, without a request to any server', async () => {
  const { name, bytes, codes } = await findSwitchableDump();
  const { page, context, failures } = await openPage(browser, portal.url, { viewport: PHONE });
  await page.goto('/inspect.html');
  await context.setOffline(true);
  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  await drop(page, name, bytes);
  await page.getByText(/^Recognised: /).waitFor();
  expect(await page.getByLabel('Drop a dump here').inputValue()).toContain(name);
  await page.getByRole('heading', { name: 'DTC table' }).waitFor();
  for (const code of codes) expect(await page.getByRole('cell', { name: code, exact: true }).count()).toBe(1);
  expect(await page.getByRole('cell', { name: 'ON', exact: true }).count()).toBeGreaterThan(0);
  await expectAccessible(page);

  // The next file replaces all of that.
  await drop(page, 'notes.txt', Buffer.from('just a text\n'.repeat(5000)));
  await page.getByText('Not recognised: text.').waitFor();
  expect(await page.getByRole('heading', { name: 'DTC table' }).isVisible()).toBe(false);
  expect(asked.filter((url) => !url.startsWith('blob:'))).toEqual([]);
  expect(failures).toEqual([]);
});

test('a saved copy of the page works from disk', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'tunedesk-inspect-'));
  try {
    const html = await (await fetch(`${portal.url}/inspect.html`)).text();
    const copy = join(folder, 'inspect.html');
    await writeFile(copy, html);
    const { name, bytes } = await findSwitchableDump();
    const { page, context, failures } = await openPage(browser, portal.url);
    await context.setOffline(true);
    await page.goto(pathToFileURL(copy).href);
    await page.getByLabel('Drop a dump here').setInputFiles({ name, mimeType: '', buffer: bytes });
    await page.getByText(/^Recognised: /).waitFor();
    expect(failures).toEqual([]);
  } finally {
    await rm(folder, { recursive: true });
  }
});

test('the library is small enough for any browser', async () => {
  const html = await (await fetch(`${portal.url}/inspect.html`)).text();
  const [, worker = ''] = /<script type="text\/plain" id="worker">([\s\S]*?)<\/script>/.exec(html) ?? [];
  expect(worker.length).toBeGreaterThan(MAX_WORKER_BYTES / 4);
  expect(gzipSync(worker).length).toBeLessThan(MAX_WORKER_BYTES);
});
