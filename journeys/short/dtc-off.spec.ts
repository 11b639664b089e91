import { readFile } from 'node:fs/promises';
import type { BrowserContext, Download, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { openPage } from '../browser.ts';
import { findSwitchableDump } from '../dump.ts';
import { DEMO_CUSTOMERS } from '../portal.ts';
import { keepSession, signIn } from '../screens.ts';
import { expectAccessible } from '../expect-accessible.ts';
import { browser, openStage, portal } from '../stage.ts';

openStage({ DEMO: '1' });

/** Customer with 200 CRS in the demo world. */
const CUSTOMER = DEMO_CUSTOMERS[2] as { email: string; password: string };

/** Waits until the top bar shows this balance. */
const balance = (page: Page, credits: string) =>
  page.getByTitle('Click to buy Credits').getByText(credits, { exact: true }).waitFor();

async function choose(page: Page, code: string): Promise<void> {
  await page.getByPlaceholder('Search DTC / HEX / status…').fill(code);
  await page.getByRole('switch', { name: code, exact: true }).click();
}

type Generated = { name: string; file: Download; bytes: Buffer };

/** Presses Generate, declares the purpose of the file, and returns the file with its name from the server. */
async function generate(page: Page, earlier: 'nothing declared' | 'as before'): Promise<Generated> {
  const file = page.waitForEvent('download');
  const response = page.waitForResponse('**/api/ai/dtc-off');
  await page.getByRole('button', { name: 'Generate (DTC OFF) File' }).click();
  const use = page.getByRole('button', { name: /^Diagnosis or a test bench/ });
  await use.waitFor();
  expect(await page.getByText(/declaration for the previous file is marked/).isVisible()).toBe(earlier === 'as before');
  await use.click();
  const name = /filename\*=UTF-8''([^;]+)/.exec((await response).headers()['content-disposition'] ?? '')?.[1] ?? '';
  return { name: decodeURIComponent(name), file: await file, bytes: await readFile(await (await file).path()) };
}

/** Returns the verification page's verdict on these files. */
async function verdict(context: BrowserContext, files: Record<'proof' | 'original' | 'generated', Buffer>) {
  const page = await context.newPage();
  await page.goto('/verify.html');
  for (const [id, buffer] of Object.entries(files)) {
    await page.locator(`#${id}`).setInputFiles({ name: id, mimeType: 'application/octet-stream', buffer });
  }
  await page.locator('#verdict:is(.good, .bad)').waitFor();
  const isGood = await page.locator('#verdict.good').isVisible();
  await page.close();
  return isGood;
}

/** The files to continue with never push the place for the next file off the first screen. */
async function expectUploadInSight(page: Page): Promise<void> {
  const before = page.viewportSize();
  for (const viewport of [
    { width: 360, height: 740 },
    { width: 1366, height: 768 },
  ]) {
    await page.setViewportSize(viewport);
    const zone = page.locator('label', { has: page.getByLabel('ECU file') });
    // The steps change from a column to a row one frame after the width.
    const isInSight = async () => {
      const { y = 0, height = 0 } = (await zone.boundingBox()) ?? {};
      return y > 0 && y + height <= viewport.height;
    };
    await expect.poll(isInSight, { message: `the place for a file at ${viewport.width} px` }).toBe(true);
  }
  if (before !== null) await page.setViewportSize(before);
}

const flipped = (bytes: Buffer, at: number): Buffer => {
  const other = Buffer.from(bytes);
  other[at] = (other[at] ?? 0) ^ 1;
  return other;
};

test('drop a file, analyse it, choose three codes, generate and pay once, choose others for free, continue after a reload, get the proof', async () => {
  const { name, bytes, codes, tiles } = await findSwitchableDump();
  const { page, context, failures } = await openPage(browser, portal.url);
  await keepSession(context, await signIn(portal, CUSTOMER));
  await page.goto('/dashboard');
  await page.getByRole('link', { name: 'DTC OFF' }).click();
  await balance(page, '200.00');
  await page.getByLabel('ECU file').setInputFiles({ name, mimeType: 'application/octet-stream', buffer: bytes });
  await page.getByRole('button', { name: 'Process File' }).click();
  await page.getByRole('heading', { name: 'File Analysis' }).waitFor();
  for (const [label, value] of tiles) {
    const tile = page.locator('div').filter({ has: page.locator('dt', { hasText: new RegExp(`^${label}$`) }) });
    await tile.last().getByText(value, { exact: true }).waitFor();
  }
  await page.getByRole('button', { name: "Check DTC's" }).click();
  for (const code of codes) await choose(page, code);
  const selected = (await page.getByLabel('Selected DTCs').inputValue()).split(';');
  // Those that go off together with them follow.
  expect(selected.slice(0, codes.length)).toEqual(codes);
  const first = await generate(page, 'nothing declared');
  expect(first.file.suggestedFilename()).toBe(first.name);
  expect(first.name).not.toBe('download.bin');
  await balance(page, '190.00');
  await page.getByText(/^Bytes changed: \d+, in \d+ regions?$/).waitFor();
  expect(await page.getByText(/belongs? neither/).count()).toBe(0);
  await page.getByPlaceholder('Search DTC / HEX / status…').fill('');
  await expectAccessible(page);

  const [dropped = ''] = codes;
  await choose(page, dropped);
  const second = await generate(page, 'as before');
  expect(second.bytes.equals(first.bytes)).toBe(false);

  // The browser asks before it leaves the page; everything is restored afterwards.
  const asked: string[] = [];
  page.on('dialog', (dialog) => {
    asked.push(dialog.type());
    void dialog.accept();
  });
  await page.reload();
  expect(asked).toEqual(['beforeunload']);
  await page.getByRole('button', { name: `Continue with ${name}` }).waitFor();
  await expectUploadInSight(page);
  await page.getByRole('button', { name: `Continue with ${name}` }).click();
  await page.getByText(/^This file is paid: free until \d\d:\d\d tomorrow, also after a refresh\.$/).waitFor();
  await page.getByRole('button', { name: "Check DTC's" }).click();
  for (const code of codes) await choose(page, code);
  const third = await generate(page, 'as before');
  expect(third.bytes.equals(first.bytes)).toBe(true);
  await page.getByText(/^Bytes changed: \d+, in \d+ regions?$/).waitFor();
  await balance(page, '190.00');

  // The same selection generated the same file, so there are two files, each with its proof.
  const made = page.getByRole('listitem').filter({ hasText: selected.toSorted().join(';') });
  const fetched = page.waitForEvent('download');
  await made.getByRole('button', { name: /^Proof \(JSON\)/ }).click();
  const proof = await readFile(await (await fetched).path());
  // The generated file comes last, when everything else is ready for the comparison.
  const files = { proof, original: bytes, generated: third.bytes };
  expect(await verdict(context, files)).toBe(true);
  expect(await verdict(context, { ...files, generated: flipped(third.bytes, 0x20) })).toBe(false);
  expect(await verdict(context, { ...files, proof: flipped(proof, proof.length >> 1) })).toBe(false);
  expect(failures).toEqual([]);
});
