import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { openAllScreens, screens } from '../all-screens.ts';
import { openPage } from '../browser.ts';
import { buildForm, send, requestToken, uploadOrder } from '../calls.ts';
import { chooseFile } from '../main-job-steps.ts';
import { openScreen } from '../open-screen.ts';
import { ADMINISTRATOR, DEMO_CUSTOMERS } from '../portal.ts';
import { VISITORS, keepSession, kindsOf, signIn, type Login } from '../screens.ts';
import { browser, portal } from '../stage.ts';
import { findReactTexts, isBroken, translate } from '../translated.ts';

openAllScreens();

const CUSTOMER = DEMO_CUSTOMERS[0] as Login;
const ORIGINAL = 'no control unit '.repeat(64);
const MODIFIED = { name: 'modified.bin', bytes: Buffer.from(ORIGINAL.replace('unit', 'UNIT')) };

async function openTranslated(user: Login | null) {
  const { page, context, failures } = await openPage(browser, portal.url, { isStill: true });
  if (user !== null) await keepSession(context, await signIn(portal, user));
  // A screen with something unsaved asks before it is left.
  page.on('dialog', (dialog) => void dialog.accept());
  return { page, failures };
}

/** Names of the buttons on the screen that only change what is shown, or what is missing in a form. */
const listButtons = (page: Page): Promise<string[]> =>
  page.evaluate<string[]>(`[...new Set([...document.querySelectorAll('main button:not([disabled])')]
    .filter((button) => button.checkVisibility())
    .map((button) => (button.getAttribute('aria-label') ?? button.textContent).trim())
    .filter((name) => name !== '' && !/log ?out|sign in with|dismiss|dark|download|csv|erase|^delete|^send/i.test(name)))]
    .slice(0, 8)`);

/** Presses each button, and closes what it opens. */
async function pressAll(page: Page): Promise<void> {
  const { href } = new URL(page.url());
  for (const name of await listButtons(page)) {
    const button = page.locator('main').getByRole('button', { name, exact: true }).first();
    await button.click({ timeout: 2000 }).catch(() => undefined);
    await page.keyboard.press('Escape');
    if (page.url() !== href) return;
  }
}

test.each(VISITORS)(
  'no screen breaks when the browser translates it, whatever is pressed, for %s',
  async (_, user) => {
    const { page, failures } = await openTranslated(user);
    const findings: string[] = [];
    for (const { name, path } of kindsOf(screens.filter((screen) => screen.user?.email === user?.email))) {
      await openScreen(page, path);
      await translate(page);
      await pressAll(page);
      // A button may have led to another document.
      await page.waitForLoadState();
      findings.push(...(await findReactTexts(page)).map((text) => `${name}: ${text}`));
      const isLost = await page.getByRole('heading', { name: 'Something went wrong' }).isVisible();
      if (isLost) findings.push(`${name} was replaced by an error`);
    }
    expect([...findings, ...failures.filter(isBroken)]).toEqual([]);
    await page.context().close();
  },
  600_000,
);

test('a translated file page follows the job: priced, paid, with a new message, without an error', async () => {
  const token = await requestToken(CUSTOMER);
  const id = await uploadOrder(token, ORIGINAL);
  await send('POST', '/tickets', {
    token,
    body: buildForm({ fileId: id, message: 'Is it ready?' }, 'note.txt', 'today'),
  });
  const theirs = await openTranslated(CUSTOMER);
  const staff = await openTranslated(ADMINISTRATOR);
  await openScreen(theirs.page, `/view-file/${id}`);
  await openScreen(staff.page, `/admin/view-file/${id}`);
  for (const { page } of [theirs, staff]) await translate(page);
  await staff.page.getByRole('button', { name: 'Deliver', exact: true }).click();
  const dialog = staff.page.getByRole('dialog');
  await dialog.getByRole('radio', { name: /^POSSIBLE/ }).click();
  await dialog.getByLabel(/^Price/).fill('7');
  await chooseFile(dialog, MODIFIED);
  await dialog.getByRole('button', { name: 'Deliver', exact: true }).click();
  await dialog.waitFor({ state: 'detached' });
  await theirs.page.getByText('7.00 CRS').first().waitFor();
  await theirs.page.getByRole('button', { name: 'Confirm & Pay' }).click();
  await theirs.page
    .getByRole('button', { name: /Download modified/ })
    .first()
    .waitFor();
  await theirs.page.getByPlaceholder('Write a message').fill('Thank you!');
  await theirs.page.getByRole('button', { name: 'Send', exact: true }).click();
  await staff.page.getByRole('log').getByText('Thank you!').waitFor();
  const { file } = await send<{ file: object }>('GET', `/files/${id}`, { token: await requestToken(ADMINISTRATOR) });
  expect(file).toMatchObject({ price: 7, price_status: 'PAID' });
  await theirs.page.getByRole('link', { name: 'My Files' }).first().click();
  await theirs.page.getByRole('heading', { level: 1, name: 'My Files' }).waitFor();
  await theirs.page.goBack();
  await theirs.page.getByRole('log').getByText('Thank you!').waitFor();
  expect([...theirs.failures, ...staff.failures]).toEqual([]);
  expect([...(await findReactTexts(theirs.page)), ...(await findReactTexts(staff.page))]).toEqual([]);
});
