import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { openPage } from '../browser.ts';
import { waitForHydration } from '../open-screen.ts';
import { ADMINISTRATOR, DEMO_CUSTOMERS } from '../portal.ts';
import type { Login } from '../screens.ts';
import { browser, openStage, portal } from '../stage.ts';

openStage({ DEMO: '1' });

/** Notes from now on, with every frame, whether the page has no heading. Strings, because they run in the page. */
const WATCH = `window.blank = []; window.busy = 0; (function look() {
  if (document.querySelector('h1') === null) window.blank.push(location.pathname + ': ' + document.body.innerText.trim());
  if (document.querySelector('form [aria-busy=true]') !== null) window.busy++;
  requestAnimationFrame(look);
})()`;
const seen = (page: Page) => page.evaluate<{ blank: string[]; busy: number }>(`({ blank, busy })`);

/** Lasts long enough for a blank page to be noticed. A string, because it runs in the page. */
const THIRTY_FRAMES = `new Promise((end) => {
  let left = 30;
  const next = () => (left-- > 0 ? requestAnimationFrame(next) : end());
  next();
})`;

/** Opens a page on which, from the given moment on, further parts of the program wait until they are let through. */
async function openSlow(path: string) {
  const { page, failures } = await openPage(browser, portal.url);
  await page.goto(path);
  await waitForHydration(page);
  const waiting = Promise.withResolvers<void>();
  const asked = Promise.withResolvers<void>();
  const begin = async () => {
    await page.route('**/assets/*.js', async (route) => {
      asked.resolve();
      await waiting.promise;
      await route.continue();
    });
    await page.evaluate(WATCH);
  };
  const letThrough = async () => {
    await asked.promise;
    await page.evaluate(THIRTY_FRAMES);
    waiting.resolve();
  };
  return { page, failures, begin, letThrough };
}

test.each([
  ['a customer', DEMO_CUSTOMERS[0] as Login, '/dashboard'],
  ['an administrator', ADMINISTRATOR, '/admin/dashboard'],
])('after Login, the form stays and is busy until the dashboard can be drawn, for %s', async (_, login, home) => {
  const { page, failures, begin, letThrough } = await openSlow('/login');
  await page.getByLabel('Email').fill(login.email);
  await page.getByLabel(/^Password/).fill(login.password);
  await begin();
  await page.getByRole('button', { name: 'Login' }).click();
  await letThrough();
  await page.waitForURL(`**${home}`);
  await page.getByRole('navigation', { name: 'Main menu' }).first().waitFor();
  const { blank, busy } = await seen(page);
  expect(blank).toEqual([]);
  expect(busy).toBeGreaterThan(20);
  expect(failures).toEqual([]);
});

test('after the registration, the form stays and is busy until the dashboard can be drawn', async () => {
  const { page, failures, begin, letThrough } = await openSlow('/register');
  await page.getByLabel('Username').fill('slowly');
  await page.getByLabel(/^Full name/i).fill('Ana Slow');
  await page.getByLabel('Email').fill('slowly@example.com');
  await page.getByLabel('Country').fill('Germ');
  await page.getByRole('option', { name: /Germany/ }).click();
  await page.getByLabel(/^Phone/).fill('30 901820');
  await page.locator('input[name=password]').fill('Workshop-Diesel-27');
  await page.locator('input[name=confirmation]').fill('Workshop-Diesel-27');
  await begin();
  await page.getByRole('button', { name: 'Create new account' }).click();
  await letThrough();
  await page.waitForURL('**/dashboard');
  const { blank, busy } = await seen(page);
  expect(blank).toEqual([]);
  expect(busy).toBeGreaterThan(20);
  expect(failures).toEqual([]);
});

test('a page that leads elsewhere shows that it loads, and is never blank: after Logout', async () => {
  const { page, begin, letThrough } = await openSlow('/login');
  const { email, password } = DEMO_CUSTOMERS[0] as Login;
  await page.getByLabel('Email').fill(email);
  await page.getByLabel(/^Password/).fill(password);
  await page.getByRole('button', { name: 'Login' }).click();
  await page.waitForURL('**/dashboard');
  // As after a reload: the code of the login is not there yet.
  await page.reload();
  await page.locator('h1').first().waitFor();
  await page.getByRole('button', { name: 'Account menu' }).click();
  await page.getByRole('menuitem', { name: 'Logout' }).waitFor();
  await begin();
  await page.getByRole('menuitem', { name: 'Logout' }).click();
  await letThrough();
  await page.waitForURL('**/login');
  await page.getByRole('button', { name: 'Login' }).waitFor();
  const { blank } = await seen(page);
  expect(blank.filter((text) => !text.endsWith('Loading...'))).toEqual([]);
});
