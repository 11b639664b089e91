import { expect, test } from 'vitest';
import { edc16Sample } from '../../ecu/families/edc16/edc16.sample.ts';
import { openPage, PHONE } from '../browser.ts';
import { buildForm, send, requestToken, uploadOrder } from '../calls.ts';
import { logIn } from '../main-job-steps.ts';
import { ADMINISTRATOR, DEMO_CUSTOMERS } from '../portal.ts';
import { expectAccessible } from '../expect-accessible.ts';
import { browser, openStage, portal } from '../stage.ts';

openStage({ DEMO: '1' });

type Login = { email: string; password: string };
type Detail = { file: { file_id: string; file_sha256: string; price: number } };

/** Returns the built image with a changed byte in each of `changed` places. */
function dump(changed = 0): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(edc16Sample());
  for (let at = 0; at < changed; at += 1) bytes[0x1003 + at * 0x100]! ^= 0x5a;
  return bytes;
}

test('another customer’s duplicate is found by its hash and reused, and a near-copy is compared', async () => {
  const [first, second] = DEMO_CUSTOMERS as [Login, Login];
  const staff = await requestToken(ADMINISTRATOR);
  const [one, other] = [await requestToken(first), await requestToken(second)];
  const done = await uploadOrder(one, dump());
  await send('POST', `/files/${done}/upload-mod-file`, { token: staff, body: buildForm({}, 'tuned.bin', dump(9)) });
  const near = await uploadOrder(one, dump(4));
  const repeated = await uploadOrder(other, dump());
  const { file: known } = await send<Detail>('GET', `/files/${done}`, { token: staff });
  const { file: nearFile } = await send<Detail>('GET', `/files/${near}`, { token: staff });
  const before = await send<Detail>('GET', `/files/${repeated}`, { token: staff });

  const { page, failures } = await openPage(browser, portal.url, { isStill: true });
  await logIn(page, ADMINISTRATOR.email, ADMINISTRATOR.password);
  await page.waitForURL('**/admin/dashboard');
  await page.goto('/admin/all-files');
  await page.getByPlaceholder('Search by file name, username, id...').fill(known.file_sha256.slice(0, 12));
  await expect.poll(() => page.getByRole('link', { name: /^View/ }).count()).toBe(2);
  await page.goto(`/admin/view-file/${repeated}`);
  const seen = page.getByRole('region', { name: 'Seen before' });
  await seen.getByText(`Identical to ${known.file_id}`).waitFor();
  await seen.getByText(/ similar, (.+–)?99\.9 %$/).click();
  await seen.getByText(new RegExp(`99\\.9 ?% match with ${nearFile.file_id}`)).waitFor();
  await seen.getByText(/^4 of .+ bytes differ/).waitFor();
  await expectAccessible(page);

  await seen.getByRole('button', { name: `Compare with ${nearFile.file_id}` }).click();
  const comparison = page.getByRole('dialog');
  await comparison.getByText('Bytes changed: 4, in 4 regions').first().waitFor();
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await comparison.waitFor({ state: 'detached' });

  await seen.getByRole('button', { name: `Reuse modified file of ${known.file_id}` }).click();
  const reuse = page.getByRole('dialog');
  await reuse.getByRole('checkbox').waitFor({ timeout: 60_000 });
  await expectAccessible(page);
  await reuse.getByRole('checkbox').check();
  await reuse.getByRole('button', { name: 'Reuse modified file' }).click();
  await reuse.waitFor({ state: 'detached' });
  await page.getByText('read_modified.bin').first().waitFor();
  await page.setViewportSize(PHONE);
  await expectAccessible(page);
  const after = await send<Detail>('GET', `/files/${repeated}`, { token: staff });
  expect(after.file.price).toBe(before.file.price);
  const shown = JSON.stringify([
    await send('GET', `/files/${repeated}`, { token: other }),
    await send('GET', `/files/${repeated}/history`, { token: other }),
  ]);
  expect(shown).toContain('read_modified.bin');
  expect(shown).not.toContain('tuned.bin');
  expect(shown).not.toContain(known.file_id);
  expect(failures).toEqual([]);
});
