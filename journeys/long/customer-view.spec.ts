import { expect, test } from 'vitest';
import { openPage } from '../browser.ts';
import { requestToken, send } from '../calls.ts';
import { read } from '../desk.ts';
import { expectAccessible } from '../expect-accessible.ts';
import { openScreen } from '../open-screen.ts';
import { ADMINISTRATOR, DEMO_CUSTOMERS } from '../portal.ts';
import { keepSession, signIn } from '../screens.ts';
import { browser, openStage, portal } from '../stage.ts';

openStage({ DEMO: '1' });

const CUSTOMER = DEMO_CUSTOMERS[0] as { email: string; password: string };
const REASON = 'The price list is said to be empty.';

test('staff see the portal as a customer in a tab of its own, change nothing, and are seen by the customer', async () => {
  const { page, context } = await openPage(browser, portal.url, { isStill: true });
  await keepSession(context, await signIn(portal, ADMINISTRATOR));
  const staff = await requestToken(ADMINISTRATOR);
  const users = await send<{ id: number; email: string; username: string }[]>('GET', '/users', { token: staff });
  const customer = users.find(({ email }) => email === CUSTOMER.email);
  await page.goto(`/admin/edit-user/${customer?.id}`);
  await page.getByRole('button', { name: 'View as customer' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'View as customer' }).click();
  await dialog.getByText('Please write why you look at the account.').waitFor();
  await expectAccessible(page);
  await dialog.getByLabel('Reason').fill(REASON);
  const [tab] = await Promise.all([
    context.waitForEvent('page'),
    dialog.getByRole('button', { name: 'View as customer' }).click(),
  ]);
  const bar = tab.getByText(`You see the portal as ${customer?.username}, read only.`);
  await bar.waitFor();
  await tab.getByRole('heading', { name: 'Dashboard' }).waitFor();
  await openScreen(tab, '/dashboard');
  await expectAccessible(tab);
  // A page that is loaded anew is still the customer's.
  await tab.goto('/account-settings');
  await bar.waitFor();
  await tab.getByLabel('Username').fill('somebody-else');
  await tab.getByRole('button', { name: 'Save' }).click();
  await tab.getByText('Not done: you see the portal as a customer, read only.').waitFor();
  await dialog.waitFor({ state: 'detached' });
  await page.reload();
  await page.getByRole('heading', { name: 'Edit User' }).waitFor();
  await tab.getByRole('button', { name: 'End', exact: true }).click();
  await tab.getByRole('heading', { name: 'Edit User' }).waitFor();
  expect(await bar.isVisible()).toBe(false);
  const views = await read<{ reason: string }[]>(await requestToken(CUSTOMER), '/users/my/views');
  expect(views.map(({ reason }) => reason)).toEqual([REASON]);
  await context.close();
});
