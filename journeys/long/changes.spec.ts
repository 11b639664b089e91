import { expect, test } from 'vitest';
import { openPage, PHONE } from '../browser.ts';
import { expectAccessible } from '../expect-accessible.ts';
import { openScreen } from '../open-screen.ts';
import { DEMO_CUSTOMERS } from '../portal.ts';
import { keepSession, signIn, type Login } from '../screens.ts';
import { browser, openStage, portal } from '../stage.ts';

openStage({ DEMO: '1' });

test('a workshop sees what was changed in a bought file, prints it, and shows it to its customer by a link until it revokes it', async () => {
  const login = DEMO_CUSTOMERS[0] as Login;
  const session = await signIn(portal, login);
  const listed = await fetch(`${portal.url}/api/users/${session.user.id}/files`, {
    headers: { authorization: `Bearer ${session.token}` },
  });
  const files = (await listed.json()) as { id: number; price_status: string; file_name: string }[];
  const bought = files.find(({ price_status }) => price_status === 'PAID');
  if (bought === undefined) throw new Error('nothing is bought');

  const own = await openPage(browser, portal.url, { isStill: true });
  await keepSession(own.context, session);
  await openScreen(own.page, `/view-file/${bought.id}`);
  await own.page.getByRole('link', { name: 'What was changed' }).click();
  await own.page.getByRole('button', { name: 'Compare' }).click();
  await own.page.getByRole('img', { name: /^Map of the file/ }).waitFor();
  await own.page.getByRole('table', { name: 'Bytes before and after' }).waitFor();
  await own.page.emulateMedia({ media: 'print' });
  expect(await own.page.getByRole('button', { name: 'Next change' }).isVisible()).toBe(false);
  expect(await own.page.getByRole('button', { name: 'Print' }).isVisible()).toBe(false);
  await own.page.emulateMedia({ media: 'screen' });
  await own.page.getByRole('button', { name: /^(Create|Replace) link$/ }).click();
  const address = await own.page.locator('code').textContent();
  await expectAccessible(own.page);

  const shown = await openPage(browser, portal.url, { viewport: PHONE, isStill: true });
  const policies: (string | undefined)[] = [];
  shown.page.on('response', (response) => {
    if (response.url() === address) policies.push(response.headers()['x-robots-tag']);
  });
  await openScreen(shown.page, String(address), PHONE);
  await shown.page.getByRole('img', { name: /^Map of the file/ }).waitFor();
  expect(policies).toEqual(['noindex']);
  const text = await shown.page.locator('body').innerText();
  for (const hidden of [bought.file_name, login.email, 'CRS']) expect(text).not.toContain(hidden);
  expect(await shown.page.getByRole('link').count()).toBe(0);
  await expectAccessible(shown.page);
  expect(shown.failures).toEqual([]);

  await own.page.getByRole('button', { name: 'Revoke link' }).click();
  await own.page.getByRole('button', { name: 'Create link' }).waitFor();
  await shown.page.reload();
  await shown.page.getByText(/^There is nothing to see here/).waitFor();
  await own.context.close();
  await shown.context.close();
});
