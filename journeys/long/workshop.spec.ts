import type { Route } from 'playwright-core';
import { expect, test } from 'vitest';
import type { FileDetail, FileSummary } from '../../features/files/file.ts';
import { drawLogPicture } from '../../app/demo/server/images.ts';
import { googleIssuer, type GoogleIssuer } from '../../server/testing/google-issuer.ts';
import { findDump } from '../dump.ts';
import type { KeyboardUser } from '../keyboard.ts';
import { DEMO_CUSTOMERS } from '../portal.ts';
import { signIn } from '../screens.ts';
import { openStage, portal } from '../stage.ts';
import { openSignedIn, waitForHeadline, read } from '../desk.ts';

let google: GoogleIssuer;

openStage(async () => {
  google = await googleIssuer();
  const { clientId, jwksUrl } = google.config;
  return { DEMO: '1', GOOGLE_CLIENT_ID: clientId, GOOGLE_JWKS_URL: jwksUrl };
});

const [ELENA, , MARCO] = DEMO_CUSTOMERS as { email: string; password: string }[];

const REST_OF_VEHICLE = ['Audi', 'Bosch', 'EDC17CP14', 'DIESEL', '2011', 'Manual', 'Autotuner', 'On the bench.'];

/** Fills in the vehicle from its first field on and chooses the first solution. */
async function describeVehicle(hands: KeyboardUser): Promise<void> {
  await hands.type('Car');
  for (const text of REST_OF_VEHICLE) {
    await hands.press('Tab');
    await hands.type(text);
  }
  await hands.press('Tab', 'Space');
}

test('with the keyboard alone: register and sign in', async () => {
  const { page, hands, context } = await openSignedIn(undefined, '/register');
  await hands.press('Tab');
  while (!(await hands.here()).startsWith('Username')) await hands.press('Tab');
  await hands.type('key-works');
  await hands.press('Tab');
  await hands.type('Kay Works');
  await hands.press('Tab');
  await hands.type('kay@example.com');
  await hands.press('Tab');
  await hands.type('Denmark');
  await hands.press('Tab');
  await hands.type('20304050');
  await hands.press('Tab');
  await hands.type('Blue-Harbour-71!');
  await hands.press('Tab', 'Tab');
  await hands.type('Blue-Harbour-71!');
  await hands.press('Enter');
  await page.waitForURL('**/dashboard');
  expect(hands.presses()).toBeLessThanOrEqual(12);
  await context.close();
});

test('with the keyboard alone: upload a file with one TUNING and two OPTIONs', async () => {
  const dump = await findDump();
  const { page, hands, context } = await openSignedIn(ELENA);
  await hands.press('g', 'u');
  await waitForHeadline(page, 'Upload File');
  await hands.press('Tab');
  await hands.choose(dump);
  await page.getByText('Choose another file').waitFor();
  // What is read fills fields in.
  await page.getByText('Reading the file...').waitFor({ state: 'hidden' });
  while (!(await hands.here()).startsWith('Vehicle')) await hands.press('Tab');
  await describeVehicle(hands);
  await hands.press('Tab', 'Space', 'Tab', 'Space', 'Enter');
  await page.getByRole('dialog', { name: 'Success!' }).waitFor({ timeout: 60_000 });
  await hands.press('Enter');
  await page.waitForURL('**/my-files');
  await page.getByText(dump.name.slice(0, 20)).first().waitFor();
  expect(hands.presses()).toBeLessThanOrEqual(24);
  await context.close();
});

test('with the keyboard alone: pay and download the modified file', async () => {
  const { page, hands, context } = await openSignedIn(MARCO);
  const row = page.getByRole('row').filter({ hasText: 'PROCESSED' }).filter({ hasText: 'UNPAID' });
  await row.first().waitFor();
  const expected = (await row.first().getByRole('cell').first().textContent()) ?? '';
  const current = page.locator('[data-row]:focus-within');
  await hands.press('j');
  while ((await current.filter({ hasText: expected }).count()) === 0) await hands.press('j');
  await hands.press('Enter');
  await page.getByRole('button', { name: 'Confirm & Pay' }).waitFor();
  await hands.press('p', 'Enter');
  await page.getByRole('button', { name: 'Download modified' }).waitFor();
  const download = page.waitForEvent('download');
  await page.locator('button:focus', { hasText: 'Download modified' }).waitFor();
  await hands.press('Enter');
  expect((await download).suggestedFilename()).toMatch(/_mod\.bin$/);
  expect(hands.presses()).toBeLessThanOrEqual(7);
  await context.close();
});

test('with the keyboard alone: open a ticket, and send a message with an attachment', async () => {
  const { token } = await signIn(portal, MARCO as NonNullable<typeof MARCO>);
  const id = await fileWithoutTicket(token);
  const { page, hands, context } = await openSignedIn(MARCO, `/view-file/${id}`);
  await page.getByPlaceholder('Write a message...').waitFor();
  await hands.press('c');
  await page.locator('textarea:focus').waitFor();
  await hands.type('It smokes above 3000 rpm.');
  await hands.press('Enter');
  await page.getByRole('log').getByText('It smokes above 3000 rpm.').waitFor();
  await page.locator('textarea:focus').waitFor();
  await hands.type('This is the log.');
  await hands.press('Tab');
  await hands.choose({ name: 'log.png', bytes: Buffer.from(drawLogPicture()) });
  await page.locator('textarea:focus').waitFor();
  await hands.press('Enter');
  await page.getByRole('button', { name: 'Download log.png' }).waitFor();
  await page.getByText('This is the log.').waitFor();
  expect(hands.presses()).toBeLessThanOrEqual(6);
  await context.close();
});

async function fileWithoutTicket(token: string): Promise<number> {
  const { id } = await read<{ id: number }>(token, '/users/my');
  const files = await read<FileSummary[]>(token, `/users/${id}/files`);
  for (const file of files.filter(({ status }) => status === 'PROCESSED' || status === 'IN_PROGRESS')) {
    const detail = await read<FileDetail>(token, `/files/${file.id}`);
    if (detail.ticket_id === null) return file.id;
  }
  throw new Error('the demo world has no open file without a ticket');
}

/** Stub of the part of Google's script that the portal uses, with a button that responds at once. */
const GOOGLE_SCRIPT = `
  let asked;
  window.google = { accounts: { id: {
    initialize: (options) => { asked = options; },
    renderButton: (place) => {
      const button = document.createElement('button');
      button.textContent = 'Continue as Gea';
      button.onclick = async () => asked.callback({ credential: await window.signedFor(asked.nonce) });
      place.append(button);
    },
    prompt: () => {},
  } } };`;

test('a visitor signs in through Google, whose script the content policy allows', { tags: ['C-LOG-06'] }, async () => {
  const { page, context, failures } = await openSignedIn(undefined, '/login');
  await page.route('https://accounts.google.com/gsi/client', (route) =>
    route.fulfill({ contentType: 'text/javascript', body: GOOGLE_SCRIPT }),
  );
  await page.exposeFunction('signedFor', (nonce: string) =>
    google.sign({ nonce, sub: 'gea', email: 'gea@example.com', name: 'Gea Motors' }),
  );
  expect(failures).toEqual([]);
  await page.getByRole('button', { name: 'Sign in with Google' }).click();
  await page.getByRole('button', { name: 'Continue as Gea' }).click();
  await page.waitForURL('**/dashboard');
  await page.getByText('Gea Motors').first().waitFor();
  // The first steps lead to the profile as well.
  await page.getByRole('status').getByRole('link', { name: 'Complete your profile' }).waitFor();
  // The script was the only request to another origin, and nothing was blocked.
  expect(failures).toEqual(['asked https://accounts.google.com/gsi/client']);
  await context.close();
});

test('at 320 px the buttons of the top bar are in one line', async () => {
  const { page, context } = await openSignedIn(ELENA);
  await page.setViewportSize({ width: 320, height: 640 });
  const middles = await Promise.all(
    ['Open menu', 'Account menu'].map(async (name) => {
      const box = await page.getByRole('button', { name }).boundingBox();
      return box && Math.round(box.y + box.height / 2);
    }),
  );
  expect(middles[0]).toBe(middles[1]);
  await context.close();
});

test('an upload cut off three times arrives once, without retyping it', { tags: ['X-LIM-02', 'G-52'] }, async () => {
  const dump = await findDump();
  const { page, hands, context } = await openSignedIn(ELENA, '/upload');
  const session = await signIn(portal, ELENA as NonNullable<typeof ELENA>);
  const before = await countFiles(session);
  await page.locator('input[type=file]').setInputFiles({
    name: 'three-cuts.bin',
    mimeType: 'application/octet-stream',
    buffer: dump.bytes,
  });
  await page.getByLabel('Vehicle').focus();
  await describeVehicle(hands);

  // Cut before sending, cut halfway through the file, and cut after it was stored but before the response.
  const keys: (string | undefined)[] = [];
  const cuts: ((route: Route) => Promise<void>)[] = [
    (route) => route.abort('internetdisconnected'),
    (route) => route.abort('connectionreset'),
    async (route) => {
      await route.fetch();
      await route.abort('connectionreset');
    },
    (route) => route.continue(),
  ];
  await page.route('**/api/files', async (route) => {
    keys.push(route.request().headers()['idempotency-key']);
    await cuts[keys.length - 1]?.(route);
  });
  await page.clock.install();
  await page.getByRole('button', { name: 'Upload', exact: true }).click();
  for (const retry of [1, 2, 3]) {
    await page.getByText(`Connection lost. Retrying ${retry} of 3...`).waitFor();
    // Skips the up to four seconds that the browser waits before a retry.
    await page.clock.fastForward(4000);
  }
  await page.getByText('Your file has been uploaded successfully.').waitFor();
  expect(keys).toHaveLength(4);
  expect(new Set(keys).size).toBe(1);
  expect(keys[0]).toMatch(/^[0-9a-f]{32}$/);
  expect(await countFiles(session)).toBe(before + 1);
  await hands.press('Enter');
  await page.waitForURL('**/my-files');
  await page.getByText('three-cuts.bin').first().waitFor();
  await context.close();
});

async function countFiles({ token, user }: { token: string; user: { id: number } }): Promise<number> {
  return (await read<FileSummary[]>(token, `/users/${user.id}/files`)).length;
}
