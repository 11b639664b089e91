import { readFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import PostalMime from 'postal-mime';
import { expect, test } from 'vitest';
import { findAxeViolations, openPage } from '../browser.ts';
import { browser, openStage, portal } from '../stage.ts';

openStage();

const EMAIL = 'petra@example.com';
const FIRST_PASSWORD = 'Blue-Harbour-71!';
const SECOND_PASSWORD = 'Copper-Lathe-88!';

/** Waits for the mail with this subject in the outbox; returns the path of its link, for the test's browser. */
async function linkIn(subject: string): Promise<string> {
  let link: string | null = null;
  await expect.poll(async () => (link = await findLink(subject)), { timeout: 10_000 }).not.toBeNull();
  return link ?? '';
}

async function findLink(subject: string): Promise<string | null> {
  const folder = join(portal.dataDir, 'outbox');
  const names = await readdir(folder).catch(() => []);
  for (const name of names.filter((one) => one.endsWith('.eml'))) {
    const mail = await PostalMime.parse(await readFile(join(folder, name)));
    if (mail.subject !== subject || mail.to?.[0]?.address !== EMAIL) continue;
    const address = /https?:\/\/\S+/.exec(mail.text ?? '')?.[0];
    if (address !== undefined) return address.replace(/^https?:\/\/[^/]+/, '');
  }
  return null;
}

async function register(page: Page): Promise<void> {
  await page.goto('/register');
  await page.getByLabel('Username').fill('petrol-works');
  await page.getByLabel('Full Name').fill('Petra Olsen');
  await page.getByLabel('Email').fill(EMAIL);
  const country = page.getByRole('combobox', { name: 'Country' });
  await country.click();
  await country.fill('Denmark');
  await page
    .getByRole('option', { name: /Denmark/ })
    .first()
    .click();
  await page.getByLabel('Phone Number').fill('20 30 40 50');
  await page.getByLabel(/^Password/).fill(FIRST_PASSWORD);
  await page.getByLabel('Confirm Password').fill(FIRST_PASSWORD);
  await page.getByRole('button', { name: 'CREATE NEW ACCOUNT' }).click();
  await page.waitForURL('**/dashboard');
}

async function logIn(page: Page, password: string): Promise<void> {
  await page.goto('/login');
  await page.getByLabel('Email').fill(EMAIL);
  await page.getByLabel(/^Password/).fill(password);
  await page.getByRole('button', { name: 'Login', exact: true }).click();
}

test('register, confirm the address from the mail, sign in; forget the password, set a new one from the mail', async () => {
  const { page } = await openPage(browser, portal.url);
  await register(page);
  await page.getByText('Please confirm your email address').waitFor();

  const other = (await openPage(browser, portal.url)).page;
  await other.goto(await linkIn('Please confirm your email address'));
  await other.getByText('Your account has been successfully activated. Redirecting to login...').waitFor();
  expect(await findAxeViolations(other)).toEqual([]);
  await other.waitForURL('**/login');
  await logIn(other, FIRST_PASSWORD);
  await other.waitForURL('**/dashboard');
  await other.getByText('Please confirm your email address').waitFor({ state: 'detached' });

  const third = (await openPage(browser, portal.url)).page;
  await third.goto('/login');
  await third.getByRole('link', { name: 'Forgot Password?' }).click();
  // The login has a field of the same name and stays until the next screen is shown.
  await third.getByRole('button', { name: 'Reset Password' }).waitFor();
  await third.getByLabel('Email').fill(EMAIL);
  await third.getByRole('button', { name: 'Reset Password' }).click();
  await third.getByText('Reset link has been sent to your email.').waitFor();
  await third.goto(await linkIn('Reset your password'));
  await third.getByLabel('New Password').fill(SECOND_PASSWORD);
  await third.getByLabel('Confirm Password').fill(SECOND_PASSWORD);
  await third.getByRole('button', { name: 'Reset Password' }).click();
  await third.getByText('Password successfully reset').waitFor();
  await third.waitForURL('**/login');

  // The old password is no longer valid, and the session that was opened with it has ended.
  await logIn(third, FIRST_PASSWORD);
  await third.getByText('Wrong email or password.').waitFor();
  await logIn(third, SECOND_PASSWORD);
  await third.waitForURL('**/dashboard');
  await other.waitForURL('**/login', { timeout: 15_000 });
}, 90_000);
