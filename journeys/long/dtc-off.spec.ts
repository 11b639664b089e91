import { expect, test } from 'vitest';
import { openPage } from '../browser.ts';
import { findSwitchableDump } from '../dump.ts';
import { expectAccessible } from '../expect-accessible.ts';
import { createKeyboardUser } from '../keyboard.ts';
import { DEMO_CUSTOMERS } from '../portal.ts';
import { keepSession, signIn, type Login } from '../screens.ts';
import { browser, openStage, portal } from '../stage.ts';

openStage({ DEMO: '1' });

const CUSTOMER = DEMO_CUSTOMERS[2] as Login;

/** Limit without typed text, from the dashboard to the saved file, including the declaration. */
const MAX_PRESSES = 20;

test('by keyboard alone: a file is processed, three codes are chosen and the file is generated', async () => {
  const { name, bytes, codes } = await findSwitchableDump();
  const { page, context } = await openPage(browser, portal.url);
  await keepSession(context, await signIn(portal, DEMO_CUSTOMERS[0] as Login));
  await page.goto('/dashboard');
  await page.getByRole('heading', { level: 1 }).waitFor();
  const hands = createKeyboardUser(page);
  const tabTo = async (expected: string) => {
    for (let step = 0; step < MAX_PRESSES; step += 1) {
      if ((await hands.here()) === expected) return;
      await hands.press('Tab');
    }
    throw new Error(`${expected} was not reached; the focus is on "${await hands.here()}"`);
  };
  await hands.press('g', 'o');
  await page.getByRole('heading', { name: 'DTC OFF AUTO' }).waitFor();
  await tabTo('ECU file');
  await hands.choose({ name, bytes });
  await page.getByText('Change File').waitFor();
  await tabTo('Process File');
  await hands.press('Enter');
  await page.getByRole('heading', { name: 'File Analysis' }).waitFor();
  await hands.press('c');
  await page.getByPlaceholder(/^Search DTC/).waitFor();
  await hands.press('/');
  for (const code of codes) {
    if (code !== codes[0]) await hands.press('Escape');
    await hands.type(code);
    await hands.press('Enter');
  }
  const selected = (await page.getByLabel('Selected DTCs').inputValue()).split(';');
  expect(selected.slice(0, codes.length)).toEqual(codes);
  // Waits until the row has gone, because a row that the search removes would take the focus with it.
  await page.getByRole('switch', { name: codes[0] as string, exact: true }).waitFor({ state: 'detached' });
  const file = page.waitForEvent('download');
  // Leaves the search field, where "c" would only be typed.
  await hands.press('Tab', 'Tab', 'c');
  await page.getByRole('dialog', { name: 'What is this file for?' }).waitFor();
  await hands.press('Space', 'Enter');
  expect((await file).suggestedFilename()).not.toBe('download.bin');
  expect(hands.presses()).toBeLessThanOrEqual(MAX_PRESSES);
});

/** The highest number of codes that need a declaration in any file of the private collection. */
const MAX_CODES = 1_816;

test.each([
  { width: 360, height: 640 },
  { width: 1366, height: 768 },
])(
  'with the largest number of codes, the declaration and its buttons are visible at $width×$height',
  async (viewport) => {
    const { name, bytes } = await findSwitchableDump();
    const { page, context, failures } = await openPage(browser, portal.url, {
      viewport,
      dark: viewport.width === 360,
    });
    await keepSession(context, await signIn(portal, CUSTOMER));
    await page.route('**/api/ai/get-dtcs', async (route) => {
      const response = await route.fetch();
      const table = (await response.json()) as { dtcTable: { dtc: string }[] };
      const rows = Array.from({ length: MAX_CODES }, (_, at) => ({
        ...table.dtcTable[0],
        dtc: `F${at.toString(16).toUpperCase().padStart(4, '0')}`,
        emission_reason: 'unknown',
        shared_with: [],
        locked: null,
      }));
      await route.fulfill({ response, json: { ...table, dtcTable: rows } });
    });
    await page.goto('/upload-ai');
    await page.getByLabel('ECU file').setInputFiles({ name, mimeType: 'application/octet-stream', buffer: bytes });
    await page.getByRole('button', { name: 'Process File' }).click();
    await page.getByRole('button', { name: "Check DTC's" }).click();
    await page.getByRole('button', { name: 'Select all' }).click();
    await page.getByRole('button', { name: 'Generate (DTC OFF) File' }).click();
    const dialog = page.getByRole('dialog', { name: 'What is this file for?' });
    await dialog.getByText(`Codes that need a declaration: ${MAX_CODES}`).waitFor();
    const buttons = ['Cancel', /^A machine or vehicle/].map((text) => dialog.getByRole('button', { name: text }));
    const areInSight = async () => {
      for (const button of buttons) {
        const { x = 0, y = 0, width = 0, height = 0 } = (await button.boundingBox()) ?? {};
        expect(x).toBeGreaterThanOrEqual(0);
        expect(x + width).toBeLessThanOrEqual(viewport.width);
        expect(y + height).toBeLessThanOrEqual(viewport.height);
      }
    };
    await areInSight();
    await dialog.getByText('Meaning not public').click();
    await dialog.getByText(/^F0000, F0001/).waitFor();
    await areInSight();
    expect(await buttons[1]?.isEnabled()).toBe(true);
    await expectAccessible(page);
    expect(failures).toEqual([]);
    await context.close();
  },
);

test(
  'the tutorial that comes with the product is a picture, and plays with captions in the overlay',
  { tags: ['C-AI-03'], timeout: 60_000 },
  async () => {
    const { page, context, failures } = await openPage(browser, portal.url);
    await keepSession(context, await signIn(portal, CUSTOMER));
    await page.goto('/upload-ai');
    await page.getByRole('button', { name: 'Watch the tutorial' }).click();
    const film = page.getByRole('dialog', { name: 'Tutorial' }).locator('video');
    await film.waitFor();
    // Strings, because they run in the page.
    const VIDEO = `document.querySelector('[role=dialog] video')`;
    await page.evaluate(`${VIDEO}.play()`);
    const hasPlayed = `${VIDEO}.currentTime > 0 && ${VIDEO}.textTracks[0].cues.length > 0`;
    await expect.poll(() => page.evaluate<boolean>(hasPlayed)).toBe(true);
    expect(failures).toEqual([]);
    await context.close();
  },
);
