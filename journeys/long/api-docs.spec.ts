import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';

import { openPage, PHONE, measureSidewaysScroll } from '../browser.ts';
import { ADMINISTRATOR } from '../portal.ts';
import { browser, openStage, portal } from '../stage.ts';

openStage();

test('the API reference shows every call, can try one, contacts no other server and obeys the policy', async () => {
  const { page, failures } = await openPage(browser, portal.url);
  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  await page.goto('/api/docs');
  await page.getByRole('heading', { name: /^Tunedesk/ }).waitFor();
  await page.locator('.opblock-summary').first().waitFor();
  const { paths } = (await (await page.request.get('/api/openapi.json')).json()) as { paths: Record<string, object> };
  const described = Object.values(paths).flatMap((methods) => Object.values(methods).map(operationIdOf));
  expect(await operationsSeenOnTheWay(page)).toEqual(new Set(described));

  // A link to a single call, as used in mails and documents, opens at that call.
  await page.goto('/api/docs#/Accounts/login');
  await page.reload();
  const login = page.locator('#operations-Accounts-login');
  await login.getByText('Starts a session with an e-mail address and a password.').waitFor();
  await login.getByRole('button', { name: 'Try it out' }).click();
  await login.locator('textarea').fill(JSON.stringify(ADMINISTRATOR));
  await login.getByRole('button', { name: 'Execute' }).click();
  await login.locator('.live-responses-table').getByText('"token"').waitFor();

  expect(asked.length).toBeGreaterThan(4);
  expect(asked.filter((address) => !address.startsWith(`${portal.url}/`) && !address.startsWith('data:'))).toEqual([]);
  expect(failures).toEqual([]);
});

test('the API reference fits on a phone', async () => {
  const { page } = await openPage(browser, portal.url, { viewport: PHONE });
  await page.goto('/api/docs');
  await page.locator('.opblock-summary').first().waitFor();
  expect(await measureSidewaysScroll(page)).toBe(0);
});

const operationIdOf = (operation: { operationId: string }): string => operation.operationId;

/** Scrolls the page from top to bottom, because the viewer only renders what is near the window. */
async function operationsSeenOnTheWay(page: Page): Promise<Set<string>> {
  const seen = new Set<string>();
  for (;;) {
    // Long names contain invisible break opportunities.
    const names = await page.locator('.opblock-summary-operation-id').allInnerTexts();
    for (const name of names) seen.add(name.replace(/\u200b/g, ''));
    const isAtEnd = await page.evaluate('innerHeight + scrollY >= document.documentElement.scrollHeight - 1');
    if (isAtEnd) return seen;
    await page.mouse.wheel(0, 400);
    await page.evaluate('new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))');
  }
}
