import { expect, test } from 'vitest';
import { openPage, PHONE } from '../browser.ts';
import { buildForm, send, requestToken, uploadOrder } from '../calls.ts';
import { fillUpload, logIn } from '../main-job-steps.ts';
import { ADMINISTRATOR, DEMO_CUSTOMERS } from '../portal.ts';
import { expectAccessible } from '../expect-accessible.ts';
import { browser, openStage, portal } from '../stage.ts';

/** The shop is closed today, so that the expected time is in the future however long the test takes. */
const OPEN_DAY = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'][(new Date().getUTCDay() + 3) % 7];

openStage({ DEMO: '1', SHOP_HOURS: `${OPEN_DAY} 08:00-17:00` });

const CUSTOMER = DEMO_CUSTOMERS[0] as { email: string; password: string };
/** Number of orders from which there is an expected time. */
const ENOUGH = 20;

/** Creates finished orders through the API, as programs of both sides would. */
async function makeOrders(count: number): Promise<void> {
  const [customer, administrator] = [await requestToken(CUSTOMER), await requestToken(ADMINISTRATOR)];
  for (let number = 0; number < count; number += 1) {
    const id = await uploadOrder(customer, `no control unit ${number}`);
    await send('PUT', `/files/${id}/feasible-and-price`, {
      token: administrator,
      body: buildForm({ feasible: 'POSSIBLE', price: 60, notes: '' }, 'modified.bin', `modified ${number}`),
    });
  }
}

test('after enough orders the form and the page of a waiting file show when it is usually ready', async () => {
  await makeOrders(ENOUGH);
  const { page, failures } = await openPage(browser, portal.url, { isStill: true, viewport: PHONE });
  await logIn(page, CUSTOMER.email, CUSTOMER.password);
  await page.waitForURL('**/dashboard');
  await fillUpload(page, { name: 'read.bin', bytes: Buffer.from('no control unit') });
  await page.getByText(/^Usually ready by .+\.$/).waitFor();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Upload', exact: true }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Upload this file' }).click();
  await page.waitForURL('**/my-files');
  await page.locator('main a[href^="/view-file/"]').first().click();
  await page.waitForURL('**/view-file/*');
  await page.getByText(/^Usually ready by .+\.$/).waitFor();
  await expectAccessible(page);
  expect(failures).toEqual([]);
});
