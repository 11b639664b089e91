import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { openPage } from '../browser.ts';
import { ADMINISTRATOR, DEMO_CUSTOMERS } from '../portal.ts';
import { signIn, keepSession } from '../screens.ts';
import { browser, openStage, portal } from '../stage.ts';
import { buildForm, requestToken, send } from '../calls.ts';

openStage({ DEMO: '1' });

interface Listed {
  id: number;
  price: number;
  price_status: string;
  feasible: string | null;
  status: string;
}

const isPriceable = ({ price_status, status }: Listed) =>
  price_status === 'UNPAID' && /^(PENDING|IN_PROGRESS|PROCESSED)$/.test(status);

/** Finds a customer of the demo world with two files that can be priced. */
async function findCustomer() {
  for (const login of DEMO_CUSTOMERS) {
    const session = await signIn(portal, login);
    const files = await send<Listed[]>('GET', `/users/${session.user.id}/files`, session);
    const [first, second] = files.filter(isPriceable);
    const { credit_balance } = await send<{ credit_balance: number }>('GET', '/users/my', session);
    if (first && second) return { session, first: first.id, second: second.id, before: credit_balance };
  }
  throw new Error('the demo world has no customer with two unpaid files');
}

async function price(fileId: number, credits: number): Promise<void> {
  const body = buildForm({ feasible: 'POSSIBLE', price: credits }, 'modified.bin', 'a modified file');
  await send('PUT', `/files/${fileId}/feasible-and-price`, { token: await requestToken(ADMINISTRATOR), body });
}

const badge = (page: Page) => page.getByTitle('Click to buy Credits');

test('credits from the sandbox pay for a file; Buy Credits & Pay covers a missing amount; a refund takes credits back with its reason', async () => {
  const { session, first, second, before } = await findCustomer();
  await price(first, 40);
  // 50 more than the balance will be after the first file is paid.
  await price(second, before + 60);
  const { page, context, failures } = await openPage(browser, portal.url);
  await keepSession(context, session);

  await page.goto('/buy-credits');
  await page.getByText('TEST MODE').waitFor();
  const balance = (credits: number) => badge(page).getByText((before + credits).toFixed(2), { exact: true });
  await page.getByRole('button', { name: 'Pay with PayPal or card' }).click();
  await page.waitForURL('**/sandbox-checkout?*');
  await page.getByLabel('Amount').selectOption({ label: '50.00 EUR' });
  await page.getByRole('button', { name: 'Pay now' }).click();
  await page.getByText('Payment successful. Your credits will appear shortly.').waitFor();
  // Happens by itself, without a press or a reload.
  await balance(50).waitFor();
  await page.waitForURL('**/my-files');

  await page.goto(`/view-file/${first}`);
  await page.getByRole('button', { name: 'Confirm & Pay' }).click();
  await page.getByText('PAID', { exact: true }).first().waitFor();
  await balance(10).waitFor();

  await page.goto(`/view-file/${second}`);
  await page.getByRole('button', { name: 'Buy Credits & Pay' }).click();
  // The menu preselects an amount that is enough.
  await page.getByRole('button', { name: 'Pay now' }).waitFor();
  expect(await page.getByLabel('Amount').inputValue()).toBe('50');
  await page.getByRole('button', { name: 'Pay now' }).click();
  await page.getByText('Payment successful. Your credits will appear shortly.').waitFor();
  await balance(-before).waitFor();
  await page.goto(`/view-file/${second}`);
  await page.getByText('PAID', { exact: true }).first().waitFor();

  const token = await requestToken(ADMINISTRATOR);
  const [payment] = await send<{ transaction_id: string }[]>('GET', '/sandbox/payments', { token });
  const refund = { transaction_id: payment?.transaction_id, status: 'Refunded', reason_code: 'buyer_complaint' };
  await send('POST', '/sandbox/notices', { token, body: JSON.stringify(refund) });
  await balance(-before - 50).waitFor();
  await page.goto('/my-credits-history');
  await page.getByText('PayPal refund: the buyer opened a claim').first().waitFor();
  expect(failures).toEqual([]);
});
