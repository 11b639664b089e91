import { expect, test } from 'vitest';
import type { FileDetail } from '../../features/files/file.ts';
import { modifiedImage } from '../../app/demo/server/images.ts';
import { STORIES } from '../../app/demo/server/stories.ts';
import { ADMINISTRATOR } from '../portal.ts';
import { signIn } from '../screens.ts';
import { openStage, portal } from '../stage.ts';
import { openSignedIn, waitForClosed, read } from '../desk.ts';

openStage({ DEMO: '1' });

/** For price, file and notes, from the page of the file. */
const MAX_KEYS_TO_DELIVER = 6;

/** Returns the oldest file of the demo world without any work on it, and its modified version from the tuner. */
function oldestPending() {
  const index = STORIES.findIndex(({ steps }) => steps.length === 0);
  const { car, family } = STORIES[index] as (typeof STORIES)[number];
  return { car, modified: { name: `${car}_mod.bin`, bytes: Buffer.from(modifiedImage(family, index + 1)) } };
}

test('with the keyboard alone: an administrator finishes the oldest PENDING file, closes its ticket and goes on', async () => {
  const { car, modified } = oldestPending();
  const { page, hands, context } = await openSignedIn(ADMINISTRATOR, '/admin/dashboard');
  const order = page.getByRole('region', { name: 'Order' });
  // The page of the file before is there until that of the next one is.
  const onFile = async () => {
    await page.waitForURL('**/admin/view-file/*');
    const id = Number(new URL(page.url()).pathname.split('/').at(-1));
    await order.filter({ hasText: String(100_000 + id) }).waitFor();
    return id;
  };
  // Two waiting files have already been taken up; the third one is PENDING.
  await hands.press('n');
  const first = await onFile();
  await hands.press('n');
  await page.waitForURL((url) => !url.pathname.endsWith(`/${first}`));
  await onFile();
  await hands.press('n');
  await order.filter({ hasText: car }).waitFor();
  const id = await onFile();
  const before = hands.presses();
  await hands.press('p');
  const dialog = page.getByRole('dialog', { name: /^Deliver/ });
  await dialog.waitFor();
  await hands.choose(modified);
  await dialog.getByText('Both files have').waitFor();
  await hands.press('Tab', 'Tab');
  await hands.type('55');
  await hands.press('Tab');
  await hands.type('Please warm the engine up first.');
  await hands.press('Control+Enter');
  await waitForClosed(dialog);
  expect(hands.presses() - before).toBeLessThanOrEqual(MAX_KEYS_TO_DELIVER);
  await hands.press('c');
  await page.locator('textarea:focus').waitFor();
  await hands.type('It is ready, and waits for you.');
  await hands.press('Enter');
  await page.getByRole('log').getByText('It is ready, and waits for you.').waitFor();
  await hands.press('Control+Shift+Enter');
  await page.waitForURL((url) => !url.pathname.endsWith(`/${id}`));
  // The file that is now waiting longest.
  expect(await onFile()).toBe(first);
  expect(hands.presses() - before).toBeLessThanOrEqual(10);
  const { token } = await signIn(portal, ADMINISTRATOR);
  const { file, ticket_id } = await read<FileDetail>(token, `/files/${id}`);
  expect(file).toMatchObject({
    status: 'PROCESSED',
    feasible: 'POSSIBLE',
    price: 55,
    notes: 'Please warm the engine up first.',
    mod_file_name: modified.name,
  });
  expect(await read(token, `/tickets/${ticket_id}`)).toMatchObject({ status: 'CLOSED' });
  await context.close();
});
