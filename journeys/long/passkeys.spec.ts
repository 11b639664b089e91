import type { CDPSession, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { openPage } from '../browser.ts';
import { expectAccessible } from '../expect-accessible.ts';
import { DEMO_CUSTOMERS, type Portal } from '../portal.ts';
import { browser, openStage, portal } from '../stage.ts';

openStage({ DEMO: '1' });

const CUSTOMER = DEMO_CUSTOMERS[1] as { email: string; password: string };

/** No browser has passkeys for an address without a name. */
const byName = ({ url }: Portal) => url.replace('127.0.0.1', 'localhost');

/** Gives the page a device with a fingerprint reader, which always accepts. */
async function addDevice(page: Page) {
  const device = await page.context().newCDPSession(page);
  await device.send('WebAuthn.enable');
  const options = {
    protocol: 'ctap2',
    transport: 'internal',
    hasResidentKey: true,
    hasUserVerification: true,
  } as const;
  const { authenticatorId } = await device.send('WebAuthn.addVirtualAuthenticator', {
    options: { ...options, isUserVerified: true, automaticPresenceSimulation: true },
  });
  return { device, authenticatorId };
}

/** A browser without windows has no dialog in which to choose one of all passkeys: it is told which one to use. */
async function chooseAmongAll(page: Page, { device, authenticatorId }: Device): Promise<void> {
  await page.route('**/api/login/passkey/begin', async (route) => {
    const { credentials } = await device.send('WebAuthn.getCredentials', { authenticatorId });
    const response = await route.fetch();
    const { ticket, options } = (await response.json()) as { ticket: string; options: object };
    const allowCredentials = credentials.map(({ credentialId }) => ({
      id: Buffer.from(credentialId, 'base64').toString('base64url'),
      type: 'public-key',
    }));
    await route.fulfill({ response, json: { ticket, options: { ...options, allowCredentials } } });
  });
}

type Device = { device: CDPSession; authenticatorId: string };

const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();

async function openSecurity(page: Page): Promise<void> {
  await page.goto('/account-settings');
  await page.getByRole('tab', { name: 'Security' }).click();
  await page.getByRole('heading', { name: 'Passkeys' }).waitFor();
}

async function logOut(page: Page): Promise<void> {
  await page.evaluate(() => localStorage.clear());
  await page.goto('/login');
}

test('a passkey is added, logs in without a password and in place of a code, and is removed', async () => {
  const { page } = await openPage(browser, byName(portal));
  await chooseAmongAll(page, await addDevice(page));
  await page.goto('/login');
  await page.getByLabel(/^Email/).fill(CUSTOMER.email);
  await page.getByLabel(/^Password/).fill(CUSTOMER.password);
  await press(page, 'Login');
  await page.waitForURL('**/dashboard');

  await openSecurity(page);
  await press(page, 'Add a passkey');
  await page.getByLabel(/^Current Password/).fill(CUSTOMER.password);
  await press(page, 'Add a passkey');
  await press(page, 'I have saved them');
  await page.getByText('Not used yet').waitFor();
  await expectAccessible(page);

  await logOut(page);
  await press(page, 'Log in with a passkey');
  await page.waitForURL('**/dashboard');

  await logOut(page);
  await page.getByLabel(/^Email/).fill(CUSTOMER.email);
  await page.getByLabel(/^Password/).fill(CUSTOMER.password);
  await press(page, 'Login');
  await press(page, 'Use a passkey');
  await page.waitForURL('**/dashboard');

  await openSecurity(page);
  await page.getByRole('button', { name: /^Rename / }).click();
  await page.getByLabel(/^Name/).fill('Work laptop');
  await press(page, 'Save');
  await press(page, 'Remove Work laptop');
  await page.getByLabel(/^Current Password/).fill(CUSTOMER.password);
  await press(page, 'Remove');
  await expect.poll(() => page.getByText('Work laptop').count()).toBe(0);

  await logOut(page);
  await press(page, 'Log in with a passkey');
  await page.getByText('The passkey was not accepted.').waitFor();
});
