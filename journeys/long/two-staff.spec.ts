import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { openPage } from '../browser.ts';
import { send, requestToken, uploadOrder } from '../calls.ts';
import { chooseFile, logIn } from '../main-job-steps.ts';
import { ADMINISTRATOR, DEMO_CUSTOMERS } from '../portal.ts';
import { expectAccessible } from '../expect-accessible.ts';
import { browser, openStage, portal } from '../stage.ts';

openStage({ DEMO: '1' });

const CUSTOMER = DEMO_CUSTOMERS[0] as { email: string; password: string };
const COLLEAGUE = DEMO_CUSTOMERS[1] as { email: string; password: string };
const ORIGINAL = 'no control unit '.repeat(64);
const MODIFIED = { name: 'modified.bin', bytes: Buffer.from(ORIGINAL.replace('unit', 'UNIT')) };

type User = { id: number; email: string; username: string };

let fileId: number;
let colleague: User;
let administrator: User;
/** Makes a customer of the demo world a member of staff. */
beforeAll(async () => {
  fileId = await uploadOrder(await requestToken(CUSTOMER), ORIGINAL);
  const token = await requestToken(ADMINISTRATOR);
  const users = await send<User[]>('GET', '/users', { token });
  const byEmail = (email: string) => users.find((user) => user.email === email) as User;
  [colleague, administrator] = [byEmail(COLLEAGUE.email), byEmail(ADMINISTRATOR.email)];
  const record = await send<object>('GET', `/users/${colleague.id}`, { token });
  await send('PUT', `/users/${colleague.id}`, {
    token,
    body: JSON.stringify({ ...record, role: 'ADMIN' }),
  });
});

async function openFile({ email, password }: { email: string; password: string }) {
  const { page, failures } = await openPage(browser, portal.url, { isStill: true });
  await logIn(page, email, password);
  await page.waitForURL('**/admin/dashboard');
  await page.goto(`/admin/view-file/${fileId}`);
  await page.getByRole('region', { name: 'Order' }).waitFor();
  return { page, failures };
}

const openWith = (page: Page, { username }: User) =>
  page.getByRole('status').filter({ hasText: 'Open with' }).getByRole('link', { name: username });

async function openPrice(page: Page) {
  await page.getByRole('button', { name: 'Deliver', exact: true }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('radio', { name: /^POSSIBLE/ }).click();
  return dialog;
}

test('two members of staff on one file see each other, assign it, and lose nothing when both set a price', async () => {
  const ana = await openFile(ADMINISTRATOR);
  const boris = await openFile(COLLEAGUE);
  await openWith(ana.page, colleague).waitFor();
  await openWith(boris.page, administrator).waitFor();

  await ana.page.getByRole('button', { name: 'Assign to me' }).click();
  for (const { page } of [ana, boris]) {
    await page
      .getByRole('paragraph')
      .filter({ hasText: `Assigned to${administrator.username}` })
      .waitFor();
  }
  await expectAccessible(ana.page);
  await expectAccessible(boris.page);

  const [hers, his] = [await openPrice(ana.page), await openPrice(boris.page)];
  await hers.getByLabel(/^Price/).fill('150');
  await hers.getByLabel('Notes').fill('Flash it cold.');
  await chooseFile(hers, MODIFIED);
  await his.getByLabel(/^Price/).fill('180');
  await hers.getByRole('button', { name: 'Deliver', exact: true }).click();
  await hers.waitFor({ state: 'detached' });

  await his.getByText(`${administrator.username} has changed this file meanwhile.`).waitFor();
  const row = his.getByRole('row', { name: /^Price/ });
  expect(await row.getByRole('cell').allInnerTexts()).toEqual(['60.00 CRS', '180.00 CRS', '150.00 CRS']);
  await expectAccessible(boris.page);
  await his.getByRole('button', { name: 'Keep mine' }).click();
  await his.getByRole('button', { name: 'Deliver', exact: true }).click();
  await his.waitFor({ state: 'detached' });
  const { file } = await send<{ file: object }>('GET', `/files/${fileId}`, {
    token: await requestToken(ADMINISTRATOR),
  });
  expect(file).toMatchObject({ price: 180, mod_file_name: 'modified.bin', assignee_id: administrator.id });

  await boris.page.close();
  await openWith(ana.page, colleague).waitFor({ state: 'detached' });
  expect([...ana.failures, ...boris.failures]).toEqual([]);
});
