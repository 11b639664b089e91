import { expect, test } from 'vitest';
import { openPage } from '../browser.ts';
import { expectAccessible } from '../expect-accessible.ts';
import { openScreen } from '../open-screen.ts';
import { ADMINISTRATOR } from '../portal.ts';
import { keepSession, signIn } from '../screens.ts';
import { browser, openStage, portal } from '../stage.ts';

openStage({ DEMO: '1' });

const DESK = { width: 1600, height: 900 };
const LIST = `document.querySelector('[data-desk-queue]')`;

test('at 1600 px the queue, the file and the chat are beside each other, and n moves on while the queue stays as it is scrolled', async () => {
  const session = await signIn(portal, ADMINISTRATOR);
  const response = await fetch(`${portal.url}/api/queue`, { headers: { authorization: `Bearer ${session.token}` } });
  const queue = (await response.json()) as { file_id: number }[];
  expect(queue.length).toBeGreaterThan(2);
  const { page, context, failures } = await openPage(browser, portal.url, { isStill: true });
  await keepSession(context, session);
  await openScreen(page, `/admin/view-file/${queue[0]?.file_id}`, DESK);
  const list = page.locator('[data-desk-queue]');
  await list.waitFor();
  const [left, middle, right] = await Promise.all(
    [list, page.locator('main dl').first(), page.locator('main textarea').first()].map((one) => one.boundingBox()),
  );
  expect((left?.x ?? 0) + (left?.width ?? 0)).toBeLessThan(middle?.x ?? 0);
  expect((middle?.x ?? 0) + 300).toBeLessThan(right?.x ?? 0);
  await expectAccessible(page);

  // Room for two rows, scrolled a little. Another page or another list would have neither the mark nor the height.
  await page.evaluate(`window.mark = 'same page'; ${LIST}.style.maxHeight = '10rem'`);
  await expect.poll(() => page.evaluate(`${LIST}.clientHeight < ${LIST}.scrollHeight`)).toBe(true);
  await page.evaluate(`${LIST}.scrollTop = 8`);
  const scrolled: number[] = [];
  for (const { file_id } of queue.slice(1)) {
    await page.keyboard.press('n');
    await page.waitForURL(`**/admin/view-file/${file_id}`);
    await page.getByRole('region', { name: 'Order' }).waitFor();
    await list.locator(`[aria-current][href="/admin/view-file/${file_id}"]`).waitFor();
    scrolled.push(await page.evaluate<number>(`${LIST}.scrollTop`));
  }
  expect(scrolled[0]).toBe(8);
  expect(scrolled.at(-1)).toBeGreaterThan(8);
  expect(await page.evaluate(`window.mark + ' ' + ${LIST}.style.maxHeight`)).toBe('same page 10rem');
  expect(failures).toEqual([]);
  await context.close();
});
