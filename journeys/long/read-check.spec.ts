import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { edc16Sample } from '../../ecu/families/edc16/edc16.sample.ts';
import { c166Memory } from '../../ecu/testing/c166-memory.ts';
import { openPage, PHONE } from '../browser.ts';
import {
  choose,
  chooseFile,
  chooseStage1,
  fillVehicle,
  logIn,
  openFileAsStaff,
  type SentFile,
} from '../main-job-steps.ts';
import { DEMO_CUSTOMERS } from '../portal.ts';
import { expectAccessible } from '../expect-accessible.ts';
import { browser, openStage, portal } from '../stage.ts';

openStage({ DEMO: '1' });

const CUSTOMER = DEMO_CUSTOMERS[0] as { email: string; password: string };
/** The customer's name in the lists for staff. */
const USERNAME = 'vardar-chip';

const DUMP: SentFile = { name: 'read.bin', bytes: Buffer.from(edc16Sample()) };
const MODIFIED: SentFile = { name: 'modified.bin', bytes: Buffer.from(edc16Sample({ brokenSum: 1 })) };
const PDF: SentFile = { name: 'invoice.pdf', bytes: Buffer.from(`%PDF-1.7\n${'x'.repeat(40_000)}`) };
/** One of two chips that hold every other byte of a program. */
const HALF: SentFile = {
  name: 'half.bin',
  bytes: Buffer.from(c166Memory({ sizeBytes: 0x40000, operandsBelow: 0xf4 }).filter((_, at) => at % 2 === 0)),
};

const readIn = (page: Page) => page.getByRole('region', { name: 'Read from the file' });

async function signedIn(options: Parameters<typeof openPage>[2] = {}) {
  const opened = await openPage(browser, portal.url, { isStill: true, ...options });
  await logIn(opened.page, CUSTOMER.email, CUSTOMER.password);
  await opened.page.waitForURL('**/dashboard');
  return opened;
}

/** Fills in what the file does not provide. */
async function fillRest(page: Page): Promise<void> {
  await fillVehicle(page, { brand: 'Skoda', year: '2008' });
  await chooseStage1(page);
}

const send = (page: Page) => page.getByRole('button', { name: 'Upload', exact: true }).click();

test('a dump fills in its control unit, and both sides see what the server read in it, with all offsets', async () => {
  const { page, failures } = await signedIn();
  await page.goto('/upload');
  await chooseFile(page, DUMP);
  await readIn(page).getByText('Bosch EDC16U34').waitFor();
  expect(await page.getByRole('combobox', { name: 'ECU model' }).inputValue()).toBe('Bosch');
  expect(await page.getByLabel('ECU information').inputValue()).toBe('EDC16U34');
  await expectAccessible(page);
  await page.getByLabel('ECU information').fill('EDC17CP14');
  await fillRest(page);
  await send(page);
  await page.waitForURL('**/my-files');

  await page.getByRole('link', { name: /View/ }).first().click();
  await page.waitForURL('**/view-file/*');
  await readIn(page).getByText('“EDC17CP14” was entered, and “EDC16U34” was read from the file.').waitFor();
  await readIn(page).getByText('Evidence').click();
  await readIn(page).getByText('at 0x000010', { exact: true }).waitFor();
  await readIn(page).getByText('2 blocks headed by FADECAFE CAFEAFFE').waitFor();
  await page.setViewportSize(PHONE);
  await expectAccessible(page);
  expect(failures).toEqual([]);

  const admin = await openPage(browser, portal.url, { isStill: true });
  await openFileAsStaff(admin.page, USERNAME);
  await readIn(admin.page).getByText('Evidence').click();
  await readIn(admin.page).getByText('at 0x000010', { exact: true }).waitFor();
  await expectAccessible(admin.page);
  expect(admin.failures).toEqual([]);
});

test('half a chip pair and a modified file show warnings, but need no confirmation', async () => {
  const { page, failures } = await signedIn({ viewport: PHONE, dark: true });
  await page.goto('/upload');
  await chooseFile(page, HALF);
  await readIn(page).getByText('half of a split chip pair').waitFor();
  await chooseFile(page, MODIFIED);
  await readIn(page).getByText('A checksum is wrong (Block sum 0x40000)').waitFor();
  await expectAccessible(page);
  await fillRest(page);
  await send(page);
  await page.waitForURL('**/my-files');
  expect(failures).toEqual([]);
});

test('a PDF is identified as one, is sent after one confirmation, and the server identifies it too', async () => {
  const { page, failures } = await signedIn({ viewport: PHONE });
  await page.goto('/upload');
  await chooseFile(page, PDF);
  await readIn(page).getByText('This does not look like an ECU file. Its content is: PDF.').waitFor();
  await fillRest(page);
  await choose(page, 'ECU model', 'Bosch');
  await page.getByLabel('ECU information').fill('EDC16');
  await send(page);
  const dialog = page.getByRole('alertdialog');
  await dialog.getByText('invoice.pdf').waitFor();
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Upload this file' }).click();
  await page.waitForURL('**/my-files');
  await page.locator('main a[href^="/view-file/"]').first().click();
  await page.waitForURL('**/view-file/*');
  await page.getByText('More about this order').click();
  await readIn(page).getByText('This does not look like an ECU file. Its content is: PDF.').waitFor();
  expect(failures).toEqual([]);
});
