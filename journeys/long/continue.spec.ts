import { expect, test } from 'vitest';
import { openPage, PHONE } from '../browser.ts';
import { expectAccessible } from '../expect-accessible.ts';
import { openScreen } from '../open-screen.ts';
import { DEMO_CUSTOMERS } from '../portal.ts';
import { keepSession, signIn, type Login } from '../screens.ts';
import { browser, openStage, portal } from '../stage.ts';

openStage({ DEMO: '1' });

test('a customer goes on with the page of a phone on a laptop, by typing the code; the phone stays logged in', async () => {
  const login = DEMO_CUSTOMERS[0] as Login;
  const phone = await openPage(browser, portal.url, { viewport: PHONE, isStill: true });
  await keepSession(phone.context, await signIn(portal, login));
  await openScreen(phone.page, '/my-files', PHONE);
  await phone.page.getByRole('button', { name: 'Account menu' }).click();
  await phone.page.getByRole('menuitem', { name: 'Continue on another device' }).click();
  await phone.page.getByRole('img', { name: 'QR code for the other device' }).waitFor();
  await expectAccessible(phone.page);
  const code = (await phone.page.getByText(/^[A-Z2-9]{4}-[A-Z2-9]{4}$/).textContent()) ?? '';

  const laptop = await openPage(browser, portal.url, { isStill: true });
  await openScreen(laptop.page, '/continue');
  await laptop.page.getByLabel(/^Code/).fill(code.toLowerCase());
  await laptop.page.getByRole('button', { name: 'Continue' }).click();
  await laptop.page.getByText(login.email).waitFor();
  await expectAccessible(laptop.page);
  await laptop.page.getByRole('button', { name: 'Continue' }).click();
  await laptop.page.getByRole('heading', { level: 1, name: 'My Files' }).waitFor();
  expect(new URL(laptop.page.url()).pathname).toBe('/my-files');

  const late = await openPage(browser, portal.url, { isStill: true });
  await openScreen(late.page, `/continue?token=${code.replace('-', '')}`);
  await late.page.getByText(/^The code is wrong, has expired or was used/).waitFor();
  expect(late.page.url()).not.toContain('token');

  await phone.page.keyboard.press('Escape');
  await phone.page.reload();
  await phone.page.getByRole('heading', { level: 1, name: 'My Files' }).waitFor();
  for (const { context } of [phone, laptop, late]) await context.close();
});
