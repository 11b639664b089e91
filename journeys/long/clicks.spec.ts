import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { openPage } from '../browser.ts';
import { buildForm, send, requestToken, uploadOrder } from '../calls.ts';
import { logIn } from '../main-job-steps.ts';
import { ADMINISTRATOR, DEMO_CUSTOMERS } from '../portal.ts';
import { browser, openStage, portal } from '../stage.ts';

openStage({ DEMO: '1' });

const CUSTOMER = DEMO_CUSTOMERS[0] as { email: string; password: string };
const MAX_CLICKS_TO_PRICE = 8;
const MAX_CLICKS_TO_REPLY = 3;
/** Presses in the operating system's file dialog, which no test sees: the file, and its button. */
const IN_FILE_WINDOW = 2;

/** Both files have the same size and nearly the same content, so that their comparison shows no warning. */
const ORIGINAL = 'no control unit '.repeat(64);
const MODIFIED = Buffer.from(ORIGINAL.replace('unit', 'UNIT'));

let fileId: number;
let ticketNumber: string;
beforeAll(async () => {
  const token = await requestToken(CUSTOMER);
  fileId = await uploadOrder(token, ORIGINAL);
  const body = buildForm({ fileId, message: 'Is it ready today?' }, 'note.txt', 'today');
  ticketNumber = (await send<{ ticket_id: string }>('POST', '/tickets', { token, body })).ticket_id;
});

/**
 * Counts on the document: Playwright repeats a press if the control has moved meanwhile, and intercepts the missed
 * press at the window, before it gets here.
 */
const COUNT_PRESSES = `document.addEventListener('pointerdown', () =>
  sessionStorage.setItem('presses', Number(sessionStorage.getItem('presses')) + 1), true)`;

/** Counts all pointer presses across the pages of a visit. */
async function countPresses(page: Page): Promise<() => Promise<number>> {
  await page.addInitScript(COUNT_PRESSES);
  return async () => Number(await page.evaluate(() => sessionStorage.getItem('presses')));
}

/** Logs in and opens the dashboard; those presses are counted. */
async function openCounted() {
  const { page } = await openPage(browser, portal.url, { isStill: true });
  const pressed = await countPresses(page);
  await logIn(page, ADMINISTRATOR.email, ADMINISTRATOR.password);
  await page.waitForURL('**/admin/dashboard');
  return { page, pressed };
}

test(`a reply to a ticket takes at most ${MAX_CLICKS_TO_REPLY} clicks from the dashboard`, async () => {
  const { page, pressed } = await openCounted();
  const atDashboard = await pressed();
  await page.getByRole('link', { name: `View ticket ${ticketNumber}` }).click();
  await page.waitForURL(`**/admin/view-file/${fileId}`);
  await page.getByPlaceholder('Write a message').click();
  await page.getByPlaceholder('Write a message').pressSequentially('Yes, this afternoon.');
  await page.getByRole('button', { name: 'Send', exact: true }).click();
  await page.getByRole('log').getByText('Yes, this afternoon.').waitFor();
  expect((await pressed()) - atDashboard).toBeLessThanOrEqual(MAX_CLICKS_TO_REPLY);
});

test(`a price with the modified file takes at most ${MAX_CLICKS_TO_PRICE} clicks from the login`, async () => {
  const { page, pressed } = await openCounted();
  await page.getByRole('link', { name: `View file ${100_000 + fileId}` }).click();
  await page.getByRole('button', { name: 'Set feasibility and price' }).first().click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('radio', { name: /^POSSIBLE/ }).click();
  const [chooser] = await Promise.all([
    page.waitForEvent('filechooser'),
    dialog.locator('label', { has: page.locator('input[type=file]') }).click(),
  ]);
  await chooser.setFiles({
    name: 'modified.bin',
    mimeType: 'application/octet-stream',
    buffer: MODIFIED,
  });
  expect(await pressed()).toBeGreaterThan(MAX_CLICKS_TO_REPLY);
  await dialog.getByRole('button', { name: 'Save' }).click();
  await dialog.waitFor({ state: 'detached' });
  const token = await requestToken(ADMINISTRATOR);
  const { file } = await send<{ file: { feasible: string; price: number; mod_file_name: string } }>(
    'GET',
    `/files/${fileId}`,
    { token },
  );
  expect(file).toMatchObject({ feasible: 'POSSIBLE', price: 60, mod_file_name: 'modified.bin' });
  expect((await pressed()) + IN_FILE_WINDOW).toBeLessThanOrEqual(MAX_CLICKS_TO_PRICE);
});
