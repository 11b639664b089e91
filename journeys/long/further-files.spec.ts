import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { openPage, PHONE } from '../browser.ts';
import { fillUpload, logIn, openFilePage, type SentFile } from '../main-job-steps.ts';
import { ADMINISTRATOR, DEMO_CUSTOMERS } from '../portal.ts';
import { expectAccessible } from '../expect-accessible.ts';
import { browser, openStage, portal } from '../stage.ts';

openStage({ DEMO: '1' });

const CUSTOMER = DEMO_CUSTOMERS[0] as { email: string; password: string };
/** The customer's name in the lists for staff. */
const USERNAME = 'vardar-chip';

const DUMP: SentFile = { name: 'read.bin', bytes: Buffer.alloc(4096, 'no control unit') };
const REPORT: SentFile = { name: 'VCDS-scan.txt', bytes: Buffer.from('1 Fault Found: P0401') };
const GEARBOX: SentFile = { name: 'DQ250.bin', bytes: Buffer.alloc(2048, 'gear') };
const LOG: SentFile = { name: 'pull.csv', bytes: Buffer.from('rpm,boost\n2000,1.2') };

const asPicked = ({ name, bytes }: SentFile) => ({ name, mimeType: 'application/octet-stream', buffer: bytes });
/** Picks further files. Their input accepts several, unlike the one for the original. */
const pickFurther = (page: Page, files: SentFile[]) =>
  page.locator('input[type=file][multiple]').setInputFiles(files.map(asPicked));

async function downloaded(page: Page, name: string): Promise<string> {
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: `Download ${name}` }).click(),
  ]);
  return readFile(await download.path(), 'utf8');
}

test('a gearbox file and a scan report accompany an order, staff download them, and a log is added later', async () => {
  const { page, failures } = await openPage(browser, portal.url, { isStill: true, viewport: PHONE });
  await logIn(page, CUSTOMER.email, CUSTOMER.password);
  await page.waitForURL('**/dashboard');
  await fillUpload(page, DUMP);
  await page.getByRole('button', { name: 'Add further files' }).click();
  await pickFurther(page, [REPORT, GEARBOX, LOG]);
  expect(await page.getByLabel('What is VCDS-scan.txt?').inputValue()).toBe('SCAN_REPORT');
  expect(await page.getByLabel('What is DQ250.bin?').inputValue()).toBe('GEARBOX');
  await page.getByRole('button', { name: 'Remove pull.csv' }).click();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Upload', exact: true }).click();
  const question = page.getByRole('alertdialog').getByRole('button', { name: 'Upload this file' });
  await question.or(page.getByText('Your file has been uploaded successfully.')).first().waitFor();
  if (await question.isVisible()) await question.click();
  await page.waitForURL('**/my-files');
  await page.locator('main a[href^="/view-file/"]').first().click();
  await page.waitForURL('**/view-file/*');
  await page.getByRole('button', { name: 'Download VCDS-scan.txt' }).waitFor();

  await page.getByRole('button', { name: 'Add further files' }).click();
  await pickFurther(page, [LOG]);
  await page.getByRole('button', { name: 'Upload', exact: true }).click();
  expect(await downloaded(page, LOG.name)).toBe(LOG.bytes.toString());
  await expectAccessible(page);
  expect(failures).toEqual([]);

  const admin = await openPage(browser, portal.url, { isStill: true });
  await logIn(admin.page, ADMINISTRATOR.email, ADMINISTRATOR.password);
  await admin.page.waitForURL('**/admin/dashboard');
  await openFilePage(admin.page, USERNAME);
  expect(await downloaded(admin.page, REPORT.name)).toBe(REPORT.bytes.toString());
  expect(await admin.page.getByRole('button', { name: 'Add further files' }).count()).toBe(0);
  await expectAccessible(admin.page);
  expect(admin.failures).toEqual([]);
});
