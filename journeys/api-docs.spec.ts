import { expect, test } from 'vitest';
import { openPage, PHONE, sidewaysScroll } from './browser.ts';
import { ADMINISTRATOR } from './portal.ts';
import { browser, openStage, portal } from './stage.ts';

openStage();

test('the API reference shows every call and tries one, asks no other server and keeps to the policy', async () => {
  const { page, failures } = await openPage(browser, portal.url);
  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  await page.goto('/api/docs');
  await page.getByRole('heading', { name: /^Tunedesk/ }).waitFor();
  await page.locator('.opblock-summary').first().waitFor();
  const { paths } = (await (await page.request.get('/api/openapi.json')).json()) as { paths: Record<string, object> };
  const operations = Object.values(paths).flatMap((methods) => Object.keys(methods));
  // The viewer draws its sections one after the other.
  await expect
    .poll(() => page.locator('.opblock-summary-operation-id').count(), { timeout: 30_000 })
    .toBe(operations.length);

  const login = page.locator('#operations-Accounts-login');
  await login
    .getByRole('button', { name: /Log in/ })
    .first()
    .click();
  await login.getByText('Begins a session with an e-mail address and a password.').waitFor();
  await login.getByRole('button', { name: 'Try it out' }).click();
  await login.locator('textarea').fill(JSON.stringify(ADMINISTRATOR));
  await login.getByRole('button', { name: 'Execute' }).click();
  await login.locator('.live-responses-table').getByText('"token"').waitFor();

  expect(asked.length).toBeGreaterThan(4);
  expect(asked.filter((address) => !address.startsWith(`${portal.url}/`) && !address.startsWith('data:'))).toEqual([]);
  expect(failures).toEqual([]);
});

test('the API reference fits a phone', async () => {
  const { page } = await openPage(browser, portal.url, { viewport: PHONE });
  await page.goto('/api/docs');
  await page.locator('.opblock-summary').first().waitFor();
  expect(await sidewaysScroll(page)).toBe(0);
});
