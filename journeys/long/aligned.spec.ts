import type { Locator, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { edc16Sample } from '../../ecu/families/edc16/edc16.sample.ts';
import { DESK, openPage, PHONE } from '../browser.ts';
import { send, requestToken } from '../calls.ts';
import { logIn } from '../main-job-steps.ts';
import { openScreen } from '../open-screen.ts';
import { ADMINISTRATOR, DEMO_CUSTOMERS } from '../portal.ts';
import { keepSession, signIn } from '../screens.ts';
import { expectAccessible } from '../expect-accessible.ts';
import { browser, openStage, portal } from '../stage.ts';

openStage({ DEMO: '1' });

async function measureBox(part: Locator): Promise<{ left: number; right: number; top: number; bottom: number }> {
  const box = await part.first().boundingBox();
  if (box === null) throw new Error(`${part.toString()} is not on the screen`);
  return { left: box.x, right: box.x + box.width, top: box.y, bottom: box.y + box.height };
}

const OWN_PASSWORD = 'Korenica-Most-77';

/** Adds a customer with a generated password, and signs in with it. */
async function openAsNewCustomer(): Promise<Page> {
  const email = 'neu@example.com';
  const body = { username: 'neu', full_name: 'Neu', email, role: 'CUSTOMER', invite: false };
  const token = await requestToken(ADMINISTRATOR);
  const { password } = await send<{ password: string }>('POST', '/users', { token, body: JSON.stringify(body) });
  const { page } = await openPage(browser, portal.url, { isStill: true });
  await logIn(page, email, password);
  await page.getByRole('heading', { name: 'Choose your own password' }).waitFor();
  await page.getByLabel(/^Current Password/).fill(password);
  return page;
}

test('the screens of a customer whose password was generated: buttons, greeting and messages are in line', async () => {
  const page = await openAsNewCustomer();
  const heading = await measureBox(page.getByRole('heading', { name: 'Choose your own password' }));
  expect((await measureBox(page.getByText('Hello,'))).left).toBeCloseTo(heading.left, 0);
  const change = await measureBox(page.getByRole('button', { name: 'Change Password' }));
  const logOut = await measureBox(page.getByRole('button', { name: 'Logout' }));
  expect(logOut.left).toBe(change.left);
  expect(logOut.right).toBeLessThan(heading.left + 200);
  await expectAccessible(page);

  await page.getByLabel(/^New Password/).fill(OWN_PASSWORD);
  await page.getByLabel(/^Confirm Password/).fill(OWN_PASSWORD);
  await page.getByRole('button', { name: 'Change Password' }).click();
  await page.getByRole('heading', { name: 'First steps' }).waitFor();
  for (const viewport of [DESK, PHONE]) {
    await page.setViewportSize(viewport);
    const firstSteps = page.getByRole('region', { name: 'First steps' });
    for (const text of ['Please confirm your email address', 'Complete your profile']) {
      // The page follows the new width in more than one frame.
      const distances = async () => {
        const message = await measureBox(page.getByRole('status').filter({ hasText: text }));
        const card = await measureBox(firstSteps);
        return [message.left - card.left, message.right - card.right];
      };
      await expect.poll(distances).toEqual([0, 0]);
    }
    const card = await measureBox(firstSteps);
    const dismiss = await measureBox(page.getByRole('button', { name: 'Dismiss the first steps' }));
    expect(card.right - dismiss.right).toBeLessThan(20);
  }
});

test('on a phone the button that opens a filter keeps its distance from the first row', async () => {
  const { page, context } = await openPage(browser, portal.url, { isStill: true });
  await keepSession(context, await signIn(portal, DEMO_CUSTOMERS[0] as { email: string; password: string }));
  await openScreen(page, '/my-credits-history');
  await page.setViewportSize(PHONE);
  const filter = page.getByRole('button', { name: 'Filter' });
  // The page follows the new width in more than one frame.
  const unequal = async () => {
    const box = await measureBox(filter);
    const frame = await measureBox(filter.locator('..'));
    return frame.bottom - box.bottom - (box.top - frame.top);
  };
  await expect.poll(unequal).toBe(0);
});

test('on a phone the switches of codes that go off together stand below each other', async () => {
  const { page, context } = await openPage(browser, portal.url, { isStill: true, viewport: PHONE });
  await keepSession(context, await signIn(portal, DEMO_CUSTOMERS[0] as { email: string; password: string }));
  await page.goto('/upload-ai');
  const file = { name: 'read.bin', mimeType: 'application/octet-stream', buffer: Buffer.from(edc16Sample()) };
  await page.getByLabel('ECU file').setInputFiles(file);
  await page.getByRole('button', { name: 'Process File' }).click();
  await page.getByRole('button', { name: "Check DTC's" }).click();
  await page.getByRole('switch', { name: 'P0101', exact: true }).click();
  await page.getByText('switched off together with P0101').waitFor();
  const [other, chosen] = [
    await measureBox(page.getByRole('switch', { name: 'P0100', exact: true })),
    await measureBox(page.getByRole('switch', { name: 'P0101', exact: true })),
  ];
  expect(other.right).toBe(chosen.right);
});
