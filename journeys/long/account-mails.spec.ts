import { readFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import PostalMime from 'postal-mime';
import { expect, test } from 'vitest';
import { findAxeViolations, openPage } from '../browser.ts';
import { browser, openStage, portal } from '../stage.ts';
import { logIn, register } from '../main-job-steps.ts';

openStage();

const EMAIL = 'petra@example.com';
const FIRST_PASSWORD = 'Blue-Harbour-71!';
const SECOND_PASSWORD = 'Copper-Lathe-88!';

/** Waits for the mail with this subject in the outbox; returns the path of its link, for the test's browser. */
async function linkIn(subject: string): Promise<string> {
  let link: string | null = null;
  await expect.poll(async () => (link = await findLink(subject))).not.toBeNull();
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

test('register, confirm the address from the mail, sign in; forget the password, set a new one from the mail', async () => {
  const { page } = await openPage(browser, portal.url);
  await register(page, FIRST_PASSWORD);
  await page.getByText('Please confirm your email address').waitFor();

  const other = (await openPage(browser, portal.url)).page;
  await other.goto(await linkIn('Please confirm your email address'));
  await other.getByText('Your account has been successfully activated. Redirecting to login...').waitFor();
  expect(await findAxeViolations(other)).toEqual([]);
  await other.waitForURL('**/login');
  await logIn(other, EMAIL, FIRST_PASSWORD);
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
  await logIn(third, EMAIL, FIRST_PASSWORD);
  await third.getByText('Wrong email or password.').waitFor();
  await logIn(third, EMAIL, SECOND_PASSWORD);
  await third.waitForURL('**/dashboard');
  await other.waitForURL('**/login');
});
