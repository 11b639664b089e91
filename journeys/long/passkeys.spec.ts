import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { openPage } from '../browser.ts';
import { expectAccessible } from '../expect-accessible.ts';
import { DEMO_CUSTOMERS, type Portal } from '../portal.ts';
import { browser, openStage, portal } from '../stage.ts';

openStage({ DEMO: '1' });

const CUSTOMER = DEMO_CUSTOMERS[1] as { email: string; password: string };

/** No browser has passkeys for an address without a name. */
const byName = ({ url }: Portal) => url.replace('127.0.0.1', 'localhost');

type Credentials = { credentialId: string; isResidentCredential: boolean; privateKey: string; signCount: number }[];

/** A device with a fingerprint reader, which always accepts. The browser forgets it with the document. */
async function plugIn(page: Page, credentials: Credentials = []): Promise<() => Promise<Credentials>> {
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
  for (const credential of credentials) await device.send('WebAuthn.addCredential', { authenticatorId, credential });
  return async () => (await device.send('WebAuthn.getCredentials', { authenticatorId })).credentials;
}

type Device = Awaited<ReturnType<typeof plugIn>>;

/** Opens an address; the passkeys of the device come along. */
async function goTo(page: Page, path: string, listPasskeys: Device): Promise<Device> {
  const passkeys = await listPasskeys();
  await page.goto(path);
  return plugIn(page, passkeys);
}

const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();

async function openSecurity(page: Page, device: Device): Promise<Device> {
  const moved = await goTo(page, '/account-settings', device);
  await page.getByRole('tab', { name: 'Security' }).click();
  await page.getByRole('heading', { name: 'Passkeys' }).waitFor();
  return moved;
}

async function logOut(page: Page, device: Device): Promise<Device> {
  await page.evaluate(() => localStorage.clear());
  return goTo(page, '/login', device);
}

async function enterPassword(page: Page): Promise<void> {
  await page.getByLabel(/^Email/).fill(CUSTOMER.email);
  await page.getByLabel(/^Password/).fill(CUSTOMER.password);
  await press(page, 'Login');
}

test('a passkey is added, logs in without a password and in place of a code, and is removed', async () => {
  const { page } = await openPage(browser, byName(portal));
  await page.goto('/login');
  await enterPassword(page);
  await page.waitForURL('**/dashboard');

  let device = await openSecurity(page, async () => []);
  await press(page, 'Add a passkey');
  await page.getByLabel(/^Current Password/).fill(CUSTOMER.password);
  await press(page, 'Add a passkey');
  await press(page, 'I have saved them');
  await page.getByText('Not used yet').waitFor();
  await expectAccessible(page);

  device = await logOut(page, device);
  await press(page, 'Log in with a passkey');
  await page.waitForURL('**/dashboard');

  device = await logOut(page, device);
  await enterPassword(page);
  await press(page, 'Use a passkey');
  await page.waitForURL('**/dashboard');

  device = await openSecurity(page, device);
  await page.getByRole('button', { name: /^Rename / }).click();
  await page.getByLabel(/^Name/).fill('Work laptop');
  await press(page, 'Save');
  await press(page, 'Remove Work laptop');
  await page.getByLabel(/^Current Password/).fill(CUSTOMER.password);
  await press(page, 'Remove');
  await expect.poll(() => page.getByText('Work laptop').count(), { timeout: 20_000 }).toBe(0);

  await logOut(page, device);
  await press(page, 'Log in with a passkey');
  await page.getByText('The passkey was not accepted.').waitFor();
});
