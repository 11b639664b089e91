import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { openPage } from '../browser.ts';
import { expectAccessible } from '../expect-accessible.ts';
import { waitForHydration } from '../open-screen.ts';
import { DEMO_CUSTOMERS, type Portal } from '../portal.ts';
import { browser, openStage, portal } from '../stage.ts';

openStage({ DEMO: '1' });

const CUSTOMER = DEMO_CUSTOMERS[1] as { email: string; password: string };

/** No browser has passkeys for an address without a name. */
const byName = ({ url }: Portal) => url.replace('127.0.0.1', 'localhost');

/** Gives the page a device with a fingerprint reader, which always accepts. */
async function addDevice(page: Page): Promise<void> {
  const device = await page.context().newCDPSession(page);
  await device.send('WebAuthn.enable');
  const options = {
    protocol: 'ctap2',
    transport: 'internal',
    hasResidentKey: true,
    hasUserVerification: true,
  } as const;
  await device.send('WebAuthn.addVirtualAuthenticator', {
    options: { ...options, isUserVerified: true, automaticPresenceSimulation: true },
  });
}

const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();

async function openSecurity(page: Page): Promise<void> {
  await page.goto('/account-settings');
  await page.getByRole('tab', { name: 'Security' }).click();
  await page.getByRole('heading', { name: 'Passkeys' }).waitFor();
}

async function logOut(page: Page): Promise<void> {
  await page.evaluate(() => localStorage.clear());
  await page.goto('/login');
  await waitForHydration(page);
}

async function enterPassword(page: Page): Promise<void> {
  await page.getByLabel(/^Email/).fill(CUSTOMER.email);
  await page.getByLabel(/^Password/).fill(CUSTOMER.password);
  await press(page, 'Login');
}

test('a passkey is added, logs in without a password and in place of a code, and is removed', async () => {
  const { page, context } = await openPage(browser, byName(portal));
  await addDevice(page);
  await page.goto('/login');
  await enterPassword(page);
  await page.waitForURL('**/dashboard');

  await openSecurity(page);
  await press(page, 'Add a passkey');
  await page.getByLabel(/^Current Password/).fill(CUSTOMER.password);
  await press(page, 'Add a passkey');
  await press(page, 'I have saved them');
  await page.getByText('Not used yet').waitFor();

  await logOut(page);
  await press(page, 'Log in with a passkey');
  await page.waitForURL('**/dashboard');

  await logOut(page);
  await enterPassword(page);
  await press(page, 'Use a passkey');
  await page.waitForURL('**/dashboard');

  await openSecurity(page);
  // In a page of its own: axe takes the device away.
  const other = await context.newPage();
  await openSecurity(other);
  // Of the passkey, with its time; of a session it is said in words.
  await other
    .getByText(/Last used .+\d\d:\d\d/)
    .first()
    .waitFor();
  await expectAccessible(other);
  await other.close();

  // What matters asks again who is at the screen, here as if the log-in were long ago.
  const code = 'session.sign_in_again';
  await page.route('**/sessions/end-others', (route) => route.fulfill({ status: 400, json: { code } }), { times: 1 });
  await press(page, 'Log out everywhere else');
  const dialog = page.getByRole('dialog', { name: 'Is it still you?' });
  await dialog.getByRole('button', { name: 'Use a passkey' }).click();
  await page.getByText('You are logged out everywhere else.').waitFor();

  await page.getByRole('button', { name: /^Rename / }).click();
  await page.getByLabel(/^Name/).fill('Work laptop');
  await press(page, 'Save');
  await press(page, 'Remove Work laptop');
  await page.getByLabel(/^Current Password/).fill(CUSTOMER.password);
  await press(page, 'Remove');
  await expect.poll(() => page.getByText('Work laptop').count(), { timeout: 20_000 }).toBe(0);

  await logOut(page);
  await press(page, 'Log in with a passkey');
  await page.getByText('The passkey was not accepted.').waitFor();
});
