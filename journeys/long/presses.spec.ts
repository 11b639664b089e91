import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { openPage } from '../browser.ts';
import { buildForm, requestToken, send, uploadOrder } from '../calls.ts';
import { ADMINISTRATOR, DEMO_CUSTOMERS } from '../portal.ts';
import { countPresses, dropFile } from '../presses.ts';
import { keepSession, signIn } from '../screens.ts';
import { browser, openStage, portal } from '../stage.ts';

openStage({ DEMO: '1' });

const CUSTOMER = DEMO_CUSTOMERS[0] as { email: string; password: string };

/** Both files have the same size and nearly the same content, so that their comparison shows no warning. */
const ORIGINAL = 'no control unit '.repeat(64);
const MODIFIED = { name: 'modified.bin', bytes: Buffer.from(ORIGINAL.replace('unit', 'UNIT')) };

/** The most presses for each job, from the dashboard; what is typed, and the window of the files, is not counted. */
const MAX_PRESSES = {
  'a price with the file attached': 3,
  'a reply': 1,
  'a ticket': 2,
} as const;

const MAX_KEYS_TO_PRICE = 15;

type Job = keyof typeof MAX_PRESSES;

async function openCounted(user: { email: string; password: string }, path: string) {
  const { page, context } = await openPage(browser, portal.url, { isStill: true });
  await keepSession(context, await signIn(portal, user));
  const pressed = await countPresses(page);
  await page.goto(path);
  await page.getByRole('heading', { level: 1 }).waitFor();
  return { page, pressed };
}

const openDesk = () => openCounted(ADMINISTRATOR, '/admin/dashboard');
const openWorkshop = () => openCounted(CUSTOMER, '/dashboard');

/** At least one press: a count of none would mean that none was counted. */
async function expectPresses(job: Job, pressed: () => Promise<number>): Promise<void> {
  const presses = await pressed();
  expect(presses, job).toBeGreaterThan(0);
  expect(presses, job).toBeLessThanOrEqual(MAX_PRESSES[job]);
}

let fileId: number;
beforeAll(async () => {
  const token = await requestToken(CUSTOMER);
  fileId = await uploadOrder(token, ORIGINAL);
});

const write = async (page: Page, text: string) => {
  await page.keyboard.type(text);
  await page.keyboard.press('Enter');
  await page.getByRole('log').getByText(text).waitFor();
};

test(`a ticket takes at most ${MAX_PRESSES['a ticket']} presses`, async () => {
  const { page, pressed } = await openWorkshop();
  await page.locator(`main a[href^="/view-file/${fileId}"]`).first().click();
  await page.getByPlaceholder('Write a message').click();
  await write(page, 'Is it ready today?');
  await expectPresses('a ticket', pressed);
  await page.locator('textarea:focus').waitFor();
  await page.context().close();
});

test(`a reply takes at most ${MAX_PRESSES['a reply']} press`, async () => {
  const token = await requestToken(CUSTOMER);
  const id = await uploadOrder(token, ORIGINAL);
  await send('POST', '/tickets', {
    token,
    body: buildForm({ fileId: id, message: 'Is it ready?' }, 'note.txt', 'today'),
  });
  const { page, pressed } = await openDesk();
  await page.locator(`main a[href="/admin/view-file/${id}#ticket"]`).first().click();
  await page.locator('textarea:focus').waitFor();
  await write(page, 'Yes, this afternoon.');
  await expectPresses('a reply', pressed);
  await page.context().close();
});

test(`a price with the file attached takes at most ${MAX_PRESSES['a price with the file attached']} presses`, async () => {
  const { page, pressed } = await openDesk();
  await page.locator(`main a[href^="/admin/view-file/${fileId}"]`).first().click();
  await page.getByRole('button', { name: 'Deliver', exact: true }).waitFor();
  await dropFile(page, MODIFIED);
  const dialog = page.getByRole('dialog', { name: /^Deliver/ });
  await dialog.getByText('Both files have').waitFor();
  await dialog.getByRole('button', { name: 'Deliver', exact: true }).click();
  await dialog.waitFor({ state: 'detached' });
  await expectPresses('a price with the file attached', pressed);
  const { file } = await send<{ file: object }>('GET', `/files/${fileId}`, {
    token: await requestToken(ADMINISTRATOR),
  });
  expect(file).toMatchObject({ feasible: 'POSSIBLE', price: 60, mod_file_name: MODIFIED.name });
  await page.context().close();
});

test('with the keyboard alone, a price with the file attached takes at most 15 keys from the dashboard', async () => {
  const token = await requestToken(CUSTOMER);
  const id = await uploadOrder(token, ORIGINAL);
  const { page, pressed } = await openDesk();
  await page.locator(`main [data-row] a[href="/admin/view-file/${id}"]`).first().waitFor();
  // The newest upload is the first row.
  for (const key of ['j', 'Enter']) await page.keyboard.press(key);
  await page.waitForURL(`**/admin/view-file/${id}`);
  await page.getByRole('button', { name: 'Deliver', exact: true }).waitFor();
  await page.keyboard.press('p');
  const dialog = page.getByRole('dialog', { name: /^Deliver/ });
  await dialog.waitFor();
  const [chooser] = await Promise.all([page.waitForEvent('filechooser'), page.keyboard.press('Enter')]);
  await chooser.setFiles({ name: MODIFIED.name, mimeType: 'application/octet-stream', buffer: MODIFIED.bytes });
  await dialog.getByText('Both files have').waitFor();
  await page.keyboard.press('Control+Enter');
  await dialog.waitFor({ state: 'detached' });
  expect(await pressed()).toBeLessThanOrEqual(MAX_KEYS_TO_PRICE);
  await page.context().close();
});

test('every key that "?" lists for the page of a file does what it says', async () => {
  const token = await requestToken(CUSTOMER);
  const id = await uploadOrder(token, ORIGINAL);
  const { page } = await openCounted(ADMINISTRATOR, `/admin/view-file/${id}`);
  await page.getByRole('button', { name: 'Deliver', exact: true }).waitFor();
  await page.keyboard.press('?');
  const help = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
  await help.waitFor();
  const shown = help.locator('section', {
    has: page.getByRole('heading', { name: /^(On this page|Page of a file)$/ }),
  });
  const keys = await shown.locator('dt').allTextContents();
  expect(keys.toSorted()).toEqual(['a', 'c', 'd', 'n', 'p', 'u']);
  await page.keyboard.press('Escape');
  await help.waitFor({ state: 'detached' });
  await page.keyboard.press('a');
  await page.getByRole('button', { name: 'Release' }).waitFor();
  await Promise.all([page.waitForEvent('download'), page.keyboard.press('d')]);
  for (const [key, name] of [
    ['p', /^Deliver/],
    ['u', 'Upload modified file'],
  ] as const) {
    await page.keyboard.press(key);
    await page.getByRole('dialog', { name }).waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
  }
  await page.keyboard.press('c');
  await page.locator('textarea:focus').waitFor();
  await page.keyboard.press('Escape');
  await page.evaluate('document.activeElement.blur()');
  await page.keyboard.press('n');
  await page.waitForURL((url) => !url.pathname.endsWith(`/${id}`));
  await page.context().close();
});
