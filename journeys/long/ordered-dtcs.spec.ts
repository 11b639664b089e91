import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { edc16Sample } from '../../ecu/families/edc16/edc16.sample.ts';
import { openPage, PHONE } from '../browser.ts';
import { chooseFile, fillVehicle, logIn, openFileAsStaff, saveFeasibility } from '../main-job-steps.ts';
import type { Proof } from '../../features/dtc-off/proof.calls.ts';
import { DEMO_CUSTOMERS } from '../portal.ts';
import { expectAccessible } from '../expect-accessible.ts';
import { browser, openStage, portal } from '../stage.ts';

openStage({ DEMO: '1' });

const CUSTOMER = DEMO_CUSTOMERS[0] as { email: string; password: string };
/** The customer's name in the lists for staff. */
const USERNAME = 'vardar-chip';

const SKODA = { brand: 'Skoda', year: '2008' };

/** A report as a workshop pastes it: a code that is on in the file, one that is off, and one that it does not have. */
const REPORT = 'P0616 - Starter relay\nP2002 - Particle filter\nP3FFF - Unknown';

/** The owner requests a change of the file shown on both pages; staff attach a new version, and the old one stays. */
async function revise(owner: Page, staff: Page): Promise<void> {
  const [first] = await Promise.all([
    owner.waitForEvent('download'),
    owner.getByRole('button', { name: 'Download modified' }).first().click(),
  ]);
  await owner.getByText('More about this order').click();
  await owner.getByRole('button', { name: 'Ask for a change' }).click();
  await owner.getByRole('dialog').getByLabel('What should be changed?').fill('Please leave P0616 on.');
  // Messages lie over the dialog until they go.
  await expect.poll(() => owner.locator('[data-toasts] [role="status"] > *').count()).toBe(0);
  await expectAccessible(owner);
  await owner.getByRole('button', { name: 'Send request' }).click();
  await owner.getByText(/You have asked for a change/).waitFor();
  await expectAccessible(owner);

  await staff.getByText('Please leave P0616 on.').waitFor();
  await expectAccessible(staff);
  await staff.getByRole('button', { name: 'Actions' }).click();
  await staff.getByRole('menuitem', { name: 'Upload modified file' }).click();
  const dialog = staff.getByRole('dialog');
  await chooseFile(dialog, { name: 'second.bin', bytes: await readFile(await first.path()) });
  await dialog.getByRole('button', { name: 'Upload', exact: true }).click();
  await dialog.waitFor({ state: 'detached' });
  await staff.getByText('Delivered', { exact: true }).waitFor();

  await owner.getByText('second.bin').first().waitFor();
  await owner.getByRole('button', { name: 'Download report_dtc-off.bin' }).waitFor();
  await expectAccessible(owner);
}

test('an order with a pasted report: staff switch the codes off, the second check passes, it is paid, the proof is available, a change is delivered', async () => {
  const { page, failures } = await openPage(browser, portal.url, { isStill: true });
  await logIn(page, CUSTOMER.email, CUSTOMER.password);
  await page.waitForURL('**/dashboard');
  await page.goto('/upload');
  await chooseFile(page, { name: 'report.bin', bytes: Buffer.from(edc16Sample()) });
  await page.getByRole('checkbox', { name: /^DTC OFF/ }).click();
  const codes = page.getByRole('region', { name: 'Codes in this file' });
  await codes.getByText(/Paste a list of codes/).click();
  await codes.getByLabel(/^Codes/).fill(REPORT);
  await codes.getByRole('button', { name: 'Select these codes' }).click();
  await codes.getByText('1 code selected.').waitFor();
  await codes.getByText('Not in this file: P2002, P3FFF').waitFor();
  await codes.getByRole('searchbox').fill('P0560');
  await codes.getByRole('searchbox').press('Enter');
  await page.getByText('DTC:P0616 P0560 P0561 P0617').waitFor();
  await expectAccessible(page);
  await page.setViewportSize(PHONE);
  await expectAccessible(page);
  await fillVehicle(page, SKODA);
  await page.getByRole('button', { name: 'Upload', exact: true }).click();
  await page.waitForURL('**/my-files');
  await page.locator('main a[href^="/view-file/"]').first().click();
  await page.waitForURL('**/view-file/*');
  await page.getByText('Ordered codes').waitFor();
  await page.getByText('P0616', { exact: true }).waitFor();
  await expectAccessible(page);
  expect(failures).toEqual([]);

  const admin = await openPage(browser, portal.url, { isStill: true });
  await openFileAsStaff(admin.page, USERNAME);
  await admin.page.getByRole('heading', { name: 'Ordered codes' }).waitFor();
  await admin.page.getByText('Can be switched off: P0616, P0560, P0561, P0617').waitFor();
  await expectAccessible(admin.page);
  await admin.page.getByRole('button', { name: 'Switch the ordered codes off' }).click();
  const proposal = admin.page.getByRole('region', { name: 'Proposal' });
  await proposal.getByText(/The customer does not see it until it is attached/).waitFor({ timeout: 60_000 });
  await expectAccessible(admin.page);
  await proposal.getByRole('button', { name: 'Attach this file' }).click();
  await proposal.getByText(/is attached\./).waitFor({ timeout: 60_000 });
  // Until the page has read the file again, its offer is the one from before the attachment, which would be refused.
  await admin.page.getByRole('button', { name: 'Download modified' }).first().waitFor();
  await admin.page.getByRole('button', { name: 'Deliver', exact: true }).click();
  const dialog = admin.page.getByRole('dialog');
  await dialog.getByLabel(/^POSSIBLE/).check();
  await dialog.getByLabel(/Price/).fill('10');
  await saveFeasibility(admin.page);
  expect(admin.failures).toEqual([]);

  await page.reload();
  expect(await page.getByRole('button', { name: 'Proof (JSON)' }).count()).toBe(0);
  // What is paid and ready downloads by itself.
  const modified = page.waitForEvent('download');
  await page
    .getByRole('button', { name: /Confirm & Pay/ })
    .first()
    .click();
  expect((await modified).suggestedFilename()).toBe('report_dtc-off.bin');
  const proof = page.getByRole('button', { name: 'Proof (JSON)' });
  await proof.waitFor();
  await expectAccessible(page);
  const [saved] = await Promise.all([page.waitForEvent('download'), proof.click()]);
  expect(saved.suggestedFilename()).toBe('report_dtc-off.bin.proof.json');
  const { statement } = JSON.parse(await readFile(await saved.path(), 'utf8')) as Proof;
  expect(statement.codes.filter(({ chosen }) => chosen).map(({ code }) => code)).toEqual([
    'P0560',
    'P0561',
    'P0616',
    'P0617',
  ]);
  await revise(page, admin.page);
  expect([...failures, ...admin.failures]).toEqual([]);
});
