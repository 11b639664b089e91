import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { drawLogPicture } from '../../app/demo/server/images.ts';
import { openPage } from '../browser.ts';
import { ADMINISTRATOR, DEMO_CUSTOMERS } from '../portal.ts';
import { openScreen } from '../open-screen.ts';
import { browser, openStage, portal } from '../stage.ts';
import { logIn } from '../main-job-steps.ts';
import { requestToken, send } from '../calls.ts';

openStage({ DEMO: '1' });

/** Polls may be up to a tenth late, and the response takes a moment. */
const WITHIN_ONE_POLL_MS = 5_900;
const WITHIN_ONE_EVENT_MS = 1_000;
/** Slack: on this machine, another page may take several times as long as the sender's own page. */
const TIMES_SLOWER = 4;

const CUSTOMER = DEMO_CUSTOMERS[0] as { email: string; password: string };

/** Opens the file with this number, and waits until it has loaded completely, so that no control moves. */
async function openFile(page: Page, list: string, fileId: string): Promise<void> {
  await page.goto(`${list}?q=${fileId}`);
  const path = await page.getByRole('link', { name: `View ${fileId}` }).getAttribute('href');
  await openScreen(page, path as string);
}

/** Returns the mails to this address in the outbox; another journey checks that they are sent. */
async function mailsTo(address: string): Promise<string[]> {
  const token = await requestToken(ADMINISTRATOR);
  const { mails } = await send<{ mails: { id: number; recipient: string }[] }>('GET', '/outbox', { token });
  const theirs = mails.filter(({ recipient }) => recipient === address);
  return Promise.all(
    theirs.map(async ({ id }) => (await send<{ text: string }>('GET', `/outbox/${id}`, { token })).text),
  );
}

test('a ticket with an attachment gets a reply in a second browser; the customer sees it at the next poll, or within a second through events', async () => {
  const picture = Buffer.from(drawLogPicture());
  const customer = await openPage(browser, portal.url);
  // This page only polls; another page of the same customer also receives events.
  await customer.page.route('**/api/events', (route) => route.fulfill({ status: 503 }));
  await logIn(customer.page, CUSTOMER.email, CUSTOMER.password);
  await customer.page.waitForURL('**/dashboard');
  // The most recent upload of the demo world: pending, without a ticket.
  await openFile(customer.page, '/my-files', '100016');
  await customer.page.getByRole('link', { name: 'Open Support Ticket' }).click();
  expect(await customer.page.getByLabel('Subject').inputValue()).toBe('Ticket ID:100016');
  await customer.page.getByLabel(/^Message/).fill('It smokes above 3000 rpm.');
  await customer.page
    .locator('input[type=file]')
    .setInputFiles({ name: 'smoke.png', mimeType: 'image/png', buffer: picture });
  await customer.page.getByRole('button', { name: 'Create Ticket' }).click();
  await customer.page.getByText('Ticket is created successfully').waitFor();
  await customer.page.waitForURL('**/view-file/*');
  await customer.page.getByRole('log').scrollIntoViewIfNeeded();
  await customer.page.getByRole('button', { name: 'Show smoke.png large' }).waitFor();

  const live = await customer.context.newPage();
  await live.goto(customer.page.url());
  await live.getByText('It smokes above 3000 rpm.').waitFor();

  const admin = await openPage(browser, portal.url);
  await logIn(admin.page, ADMINISTRATOR.email, ADMINISTRATOR.password);
  await admin.page.waitForURL('**/dashboard');
  await admin.page.getByRole('link', { name: 'All tickets' }).click();
  await admin.page.getByRole('heading', { name: 'Total Tickets 6' }).waitFor();
  await admin.page.getByPlaceholder('Search by ticket id, subject...').fill('100016');
  await admin.page.getByRole('link', { name: 'View ticket T100006' }).click();
  await admin.page.getByText('It smokes above 3000 rpm.').waitFor();
  const fetched = admin.page.waitForEvent('download');
  await admin.page.getByRole('button', { name: 'Download smoke.png' }).click();
  const attachment = await fetched;
  expect(attachment.suggestedFilename()).toBe('smoke.png');
  expect((await readFile(await attachment.path())).equals(picture)).toBe(true);

  await admin.page
    .getByLabel('Attach a file')
    .setInputFiles({ name: 'second-version.txt', mimeType: 'text/plain', buffer: Buffer.from('less smoke') });
  await admin.page.getByPlaceholder('Write a message...').fill('Please try this one.');
  const startedAt = performance.now();
  await admin.page.getByPlaceholder('Write a message...').press('Enter');
  await admin.page.getByRole('button', { name: 'Download second-version.txt' }).waitFor();
  const slack = Math.max(3000, TIMES_SLOWER * (performance.now() - startedAt));
  await live.getByText('Please try this one.').waitFor({ timeout: WITHIN_ONE_EVENT_MS + slack });
  await customer.page
    .getByRole('log')
    .getByText('Please try this one.')
    .waitFor({ timeout: WITHIN_ONE_POLL_MS + slack });
  await customer.page.getByText('You have new message from Support').first().waitFor();
  // The administrator's first message has started the work on the file.
  await customer.page.getByText('File is in progress, please wait...').waitFor();
  await admin.page.getByText('IN PROGRESS').first().waitFor();

  await admin.page.getByRole('button', { name: 'Actions' }).click();
  await admin.page.getByRole('menuitem', { name: 'Close Ticket', exact: true }).click();
  await admin.page.getByText('The ticket is closed.').first().waitFor();
  await customer.page.getByText('This ticket is closed.').waitFor({ timeout: WITHIN_ONE_POLL_MS + slack });
  expect(await customer.page.getByPlaceholder('Write a message...').isDisabled()).toBe(true);

  const toCustomer = (await mailsTo(CUSTOMER.email)).join();
  expect(toCustomer).toContain('Please try this one.\n\nAttached: second-version.txt');
  expect((await mailsTo(ADMINISTRATOR.email)).join()).toContain('It smokes above 3000 rpm.');
  // The browser logs an error for the blocked event stream.
  expect(customer.failures.filter((text) => !text.includes('503'))).toEqual([]);
  expect(admin.failures).toEqual([]);
});
