import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { openPage } from '../browser.ts';
import { findDump } from '../dump.ts';
import {
  fillFeasibility,
  fillUpload,
  openFileAsStaff,
  saveFeasibility,
  type SentFile,
  register,
} from '../main-job-steps.ts';
import { browser, openStage, portal } from '../stage.ts';

// The demo world provides the catalogue; this journey registers its own customer.
openStage({ DEMO: '1' });

/** Uploads a file slowly enough to be observed; returns every percentage that was shown. */
async function sendFile(page: Page, file: SentFile): Promise<number[]> {
  await fillUpload(page, file);
  const network = await page.context().newCDPSession(page);
  await network.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 20,
    downloadThroughput: -1,
    // Slow enough for a busy machine to show several values on the way.
    uploadThroughput: 200_000,
  });
  await page.evaluate(NOTE_PERCENTAGES);
  await page.getByRole('button', { name: 'Upload', exact: true }).click();
  await page.getByText('Success!').waitFor({ timeout: 60_000 });
  await network.detach();
  return page.evaluate<number[]>('[...window.percentages]');
}

/** Runs in the page, so that no shown value is missed however busy the machine is. */
const NOTE_PERCENTAGES = `{
  window.percentages = new Set();
  const note = () => {
    const value = document.querySelector('[role=progressbar]')?.getAttribute('aria-valuenow');
    if (value) window.percentages.add(Number(value));
  };
  new MutationObserver(note).observe(document, { subtree: true, childList: true, attributes: true });
}`;

async function giveCredits(page: Page, username: string, credits: string): Promise<void> {
  await page.goto('/admin/all-users');
  await page.getByPlaceholder('Search by username, email, role, status...').fill(username);
  await page.getByRole('link', { name: /Edit/ }).first().click();
  await page.getByLabel(/^Credit Balance/).fill(credits);
  await page.getByLabel(/^Reason/).fill('Paid by bank transfer');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('User updated').waitFor();
}

test('register, upload, price, pay, download: the main job from end to end', async () => {
  const dump = await findDump();
  const modified = Buffer.from(dump.bytes);
  modified.writeUInt32LE(0xc0ffee, 0x1000);

  const customer = await openPage(browser, portal.url);
  await register(customer.page, 'Blue-Harbour-71!');
  const percentages = await sendFile(customer.page, dump);
  expect(percentages.filter((value) => value > 0 && value < 100).length).toBeGreaterThan(1);
  await customer.page.waitForURL('**/my-files');

  const admin = await openPage(browser, portal.url);
  await openFileAsStaff(admin.page, 'petrol-works');
  const original = admin.page.waitForEvent('download');
  await admin.page
    .getByRole('button', { name: /Download original/ })
    .first()
    .click();
  expect(await readFile(await (await original).path())).toEqual(dump.bytes);
  await fillFeasibility(admin.page, '150', { name: 'modified.bin', bytes: modified });
  await saveFeasibility(admin.page);
  await giveCredits(admin.page, 'petrol-works', '200');

  await customer.page.getByRole('link', { name: /View/ }).first().click();
  await customer.page.getByRole('button', { name: 'Confirm & Pay' }).click();
  await customer.page.getByText('PAID', { exact: true }).first().waitFor();
  await customer.page.getByText('50.00').first().waitFor();
  const paidFor = customer.page.waitForEvent('download');
  await customer.page
    .getByRole('button', { name: /Download modified/ })
    .first()
    .click();
  const delivered = await paidFor;
  expect(delivered.suggestedFilename()).toBe('modified.bin');
  expect((await readFile(await delivered.path())).equals(modified)).toBe(true);

  await customer.page.getByRole('link', { name: 'My Credits History' }).first().click();
  await customer.page
    .getByRole('row', { name: /-150\.00/ })
    .first()
    .waitFor();
  const rows = await customer.page.getByRole('row').allTextContents();
  expect(rows.filter((row) => /-150\.00/.test(row) && /Upload/.test(row))).toHaveLength(1);
  expect(rows.filter((row) => /200\.00/.test(row) && /Admin/.test(row))).toHaveLength(1);
  expect(customer.failures).toEqual([]);
  expect(admin.failures).toEqual([]);
});
