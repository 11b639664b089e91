import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { edc16Sample } from '../../ecu/families/edc16/edc16.sample.ts';
import { openPage } from '../browser.ts';
import { buildForm, requestToken, send, uploadOrder } from '../calls.ts';
import { findSwitchableDump } from '../dump.ts';
import { createKeyboardUser } from '../keyboard.ts';
import { choose, chooseStage1, fillVehicle } from '../main-job-steps.ts';
import { ADMINISTRATOR, DEMO_CUSTOMERS } from '../portal.ts';
import { countPresses, dropFile } from '../presses.ts';
import { keepSession, signIn } from '../screens.ts';
import { browser, openStage, portal } from '../stage.ts';

openStage({ DEMO: '1' });

type User = { email: string; password: string };
const CUSTOMER = DEMO_CUSTOMERS[0] as User;
/** Customer with 200 CRS in the demo world. */
const BUYER = DEMO_CUSTOMERS[2] as User;

/** Both files have the same size and nearly the same content, so that their comparison shows no warning. */
const ORIGINAL = 'no control unit '.repeat(64);
const MODIFIED = { name: 'modified.bin', bytes: Buffer.from(ORIGINAL.replace('unit', 'UNIT')) };

/** The most presses for each job, from the dashboard; what is typed, and the window of the files, is not counted. */
const MAX_PRESSES = {
  'a price with the file attached': 3,
  'a reply': 1,
  'a ticket': 2,
  'a new car with one solution': 9,
  'the same vehicle again': 5,
  'payment and download': 2,
  'DTC OFF of two codes': 6,
  'taking the next file': 1,
  'a price of the catalogue': 2,
  'credits for a balance': 3,
} as const;

const MAX_KEYS_TO_PRICE = 15;

type Job = keyof typeof MAX_PRESSES;

async function openCounted(user: User, path: string) {
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

/** A native list takes one press to open, which is counted, and one to choose, which no test sees. */
const IN_LIST = 1;

test(`a new car with one solution takes at most ${MAX_PRESSES['a new car with one solution']} presses, and the same again ${MAX_PRESSES['the same vehicle again']}`, async () => {
  const { page: first } = await openCounted(CUSTOMER, '/upload');
  await first.getByRole('button', { name: 'Upload', exact: true }).waitFor();
  const car = { name: 'golf.bin', bytes: Buffer.from(edc16Sample()) };
  await dropFile(first, { ...car, bytes: Buffer.from(edc16Sample().with(40, 2)) });
  await first.getByText(/Filled in from the file/).waitFor();
  await fillVehicle(first, { brand: 'Audi', year: '2011' });
  await chooseStage1(first);
  await first.getByRole('button', { name: 'Upload', exact: true }).click();
  await first.getByRole('dialog', { name: 'Success!' }).waitFor();
  const page = await first.context().newPage();

  const atFirst = await countPresses(page);
  await page.goto('/dashboard');
  await page.getByRole('link', { name: 'Upload File' }).last().click();
  await page.getByRole('button', { name: 'Upload', exact: true }).waitFor();
  await dropFile(page, car);
  await page.getByText(/Filled in from the file/).waitFor();
  await choose(page, 'Brand', 'Volkswagen');
  await page.getByLabel('Year').click();
  await page.keyboard.press('Escape');
  await page.getByLabel('Year').selectOption('2008');
  await chooseStage1(page);
  await page.getByRole('button', { name: 'Upload', exact: true }).click();
  await page.getByRole('dialog', { name: 'Success!' }).waitFor();
  const presses = (await atFirst()) - 1 + IN_LIST;
  expect(presses).toBeGreaterThan(5);
  expect(presses).toBeLessThanOrEqual(MAX_PRESSES['a new car with one solution']);

  await page.goto('/dashboard');
  const again = await countPresses(page);
  await page.getByRole('link', { name: 'Upload File' }).last().click();
  await page.getByRole('button', { name: 'Upload', exact: true }).waitFor();
  await dropFile(page, { ...car, bytes: Buffer.from(edc16Sample().with(40, 1)) });
  await page.getByRole('button', { name: 'Same vehicle again' }).click();
  await chooseStage1(page);
  await page.getByRole('button', { name: 'Upload', exact: true }).click();
  await page.getByRole('dialog', { name: 'Success!' }).waitFor();
  await expectPresses('the same vehicle again', again);
  await page.context().close();
});

test(`payment and download take at most ${MAX_PRESSES['payment and download']} presses`, async () => {
  const id = await uploadOrder(await requestToken(BUYER), ORIGINAL);
  const body = buildForm({ feasible: 'POSSIBLE', price: 10 }, MODIFIED.name, Uint8Array.from(MODIFIED.bytes));
  await send('PUT', `/files/${id}/feasible-and-price`, { token: await requestToken(ADMINISTRATOR), body });
  const { page, pressed } = await openCounted(BUYER, '/dashboard');
  await page.locator(`main a[href^="/view-file/${id}"]`).first().click();
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Confirm & Pay' }).click(),
  ]);
  expect(download.suggestedFilename()).toBe(MODIFIED.name);
  await expectPresses('payment and download', pressed);
  await page.context().close();
});

test(`DTC OFF of two codes takes at most ${MAX_PRESSES['DTC OFF of two codes']} presses, from an open session`, async () => {
  const { name, bytes, codes } = await findSwitchableDump();
  const { page: before } = await openCounted(BUYER, '/upload-ai');
  await before.getByLabel('ECU file').setInputFiles({ name, mimeType: 'application/octet-stream', buffer: bytes });
  await before.getByRole('button', { name: 'Process File' }).click();
  await before.getByRole('heading', { name: 'File Analysis' }).waitFor();
  await before.context().close();
  const { page, pressed } = await openCounted(BUYER, '/upload-ai');
  await page
    .getByRole('button', { name: /^Continue/ })
    .first()
    .click();
  await page.getByRole('button', { name: "Check DTC's" }).click();
  for (const code of codes.slice(0, 2)) {
    await page.getByPlaceholder('Search DTC / HEX / status…').fill(code);
    await page.getByRole('switch', { name: code, exact: true }).click();
  }
  await page.getByRole('button', { name: 'Generate (DTC OFF) File' }).click();
  await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: /^Diagnosis or a test bench/ }).click(),
  ]);
  await expectPresses('DTC OFF of two codes', pressed);
  await page.context().close();
});

test(`taking the next file takes ${MAX_PRESSES['taking the next file']} press where that is chosen`, async () => {
  const { page, pressed } = await openDesk();
  await page.evaluate("localStorage.setItem('takesNext', 'true')");
  await page.keyboard.press('n');
  await page.waitForURL('**/admin/view-file/*');
  await page.getByRole('button', { name: 'Release' }).waitFor();
  await expectPresses('taking the next file', pressed);
  await page.context().close();
});

test(`a price of the catalogue takes at most ${MAX_PRESSES['a price of the catalogue']} presses`, async () => {
  const { page, pressed } = await openCounted(ADMINISTRATOR, '/admin/solutions');
  await page.getByRole('button', { name: /price of EGR OFF/ }).click();
  await page.getByRole('textbox', { name: 'price of EGR OFF' }).waitFor();
  await page.keyboard.type('27');
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: '27, price of EGR OFF' }).waitFor();
  await expectPresses('a price of the catalogue', pressed);
  await page.context().close();
});

test(`credits for a balance take at most ${MAX_PRESSES['credits for a balance']} presses`, async () => {
  const { page, pressed } = await openCounted(ADMINISTRATOR, '/admin/all-users');
  await page
    .getByRole('button', { name: /^Add credits to/ })
    .first()
    .click();
  await page.getByLabel(/^Credits to add/).waitFor();
  await page.keyboard.type('25');
  await page.getByLabel(/^Reason for the change/).click();
  await page.keyboard.type('Bank transfer');
  await page.keyboard.press('Enter');
  await page
    .getByText(/ now has [\d.]+ CRS\./)
    .first()
    .waitFor();
  await expectPresses('credits for a balance', pressed);
  await page.context().close();
});

test('with the keyboard alone, a price with the file attached takes at most 15 keys from the dashboard', async () => {
  const token = await requestToken(CUSTOMER);
  const id = await uploadOrder(token, ORIGINAL);
  const { page, pressed } = await openDesk();
  const hands = createKeyboardUser(page);
  await page.locator(`main [data-row] a[href="/admin/view-file/${id}"]`).first().waitFor();
  // The newest upload is the first row.
  for (const key of ['j', 'Enter']) await page.keyboard.press(key);
  await page.waitForURL(`**/admin/view-file/${id}`);
  await page.getByRole('button', { name: 'Deliver', exact: true }).waitFor();
  await page.keyboard.press('p');
  const dialog = page.getByRole('dialog', { name: /^Deliver/ });
  await dialog.waitFor();
  await hands.choose(MODIFIED);
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
  await page.getByPlaceholder('Write a message...').waitFor();
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
