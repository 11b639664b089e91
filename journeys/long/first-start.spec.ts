import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { SMTPServer } from 'smtp-server';
import { afterAll, expect, test } from 'vitest';
import { drawLogPicture } from '../../app/demo/server/images.ts';
import { openPage } from '../browser.ts';
import { findDump } from '../dump.ts';
import { createKeyboardUser, type KeyboardUser } from '../keyboard.ts';
import { waitForHydration } from '../open-screen.ts';
import { ADMINISTRATOR } from '../portal.ts';
import { browser, openStage, portal } from '../stage.ts';

let backups: string;
let mailServer: SMTPServer;
const mailed: string[] = [];

/** Starts a mail server that accepts everything. */
async function startMailServer(): Promise<string> {
  mailServer = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData(stream, { envelope }, done) {
      stream.resume();
      stream.on('end', () => {
        mailed.push(...envelope.rcptTo.map(({ address }) => address));
        done();
      });
    },
  });
  mailServer.listen(0, '127.0.0.1');
  await once(mailServer.server, 'listening');
  return `smtp://127.0.0.1:${(mailServer.server.address() as AddressInfo).port}`;
}

afterAll(async () => {
  mailServer?.close();
  await rm(backups, { recursive: true, force: true });
});
openStage(async () => {
  backups = await mkdtemp(join(tmpdir(), 'tunedesk-backups-'));
  return {
    SMTP_URL: await startMailServer(),
    // Mails contain links, so a portal with a mail server needs its public address.
    PUBLIC_URL: 'http://vardar.example.com',
    PAYMENT_MODE: 'sandbox',
    BACKUP_TARGET: backups,
  };
});

const SHOP = 'Vardar Tuning';
const CUSTOMER = 'first-customer';

/** Presses Tab until the control with this name has the focus. */
async function tabTo(hands: KeyboardUser, name: string, maxSteps = 90): Promise<void> {
  for (let presses = 0; presses < maxSteps; presses += 1) {
    if ((await hands.here()).startsWith(name)) return;
    await hands.press('Tab');
  }
  throw new Error(`"${name}" was not reached with ${maxSteps} presses of Tab`);
}

/** Waits for a new screen: its headline is shown, and the focus is in it. */
async function waitForHeadline(page: Page, name: string): Promise<void> {
  await page.locator('h1', { hasText: name }).waitFor();
  await page.locator('h1:focus, main:focus').waitFor();
}

/** Navigates with the palette: Ctrl+K and a few letters. */
async function goTo(page: Page, hands: KeyboardUser, name: string): Promise<void> {
  await hands.press('Control+K');
  await page.getByRole('combobox', { name: 'What to go to or do' }).waitFor();
  await hands.type(name);
  await page.getByRole('option', { name }).waitFor();
  while ((await page.getByRole('option', { name, selected: true }).count()) === 0) await hands.press('ArrowDown');
  await hands.press('Enter');
  await waitForHeadline(page, name);
}

const isDone = (page: Page, step: string) =>
  page.locator('h2', { hasText: `${step}, done` }).waitFor({ timeout: 30_000 });

async function signIn(page: Page, hands: KeyboardUser): Promise<void> {
  await page.goto('/login');
  await waitForHydration(page);
  await tabTo(hands, 'Email');
  await hands.type(ADMINISTRATOR.email);
  await tabTo(hands, 'Password');
  await hands.type(ADMINISTRATOR.password);
  await hands.press('Enter');
  await page.getByRole('link', { name: 'Continue the first start' }).waitFor();
}

/** The steps that an administrator does alone after the first login. */
async function setUp(page: Page, hands: KeyboardUser): Promise<void> {
  await tabTo(hands, 'Continue the first start');
  await hands.press('Enter');
  await waitForHeadline(page, 'First start');
  await page.getByText('0 of 11 steps are done.').waitFor();
  await tabTo(hands, 'Shop name');
  await hands.type(SHOP);
  await hands.press('Enter');
  await page.getByText(`${SHOP}; the logo is missing.`).waitFor();
  await tabTo(hands, 'Logo');
  await hands.choose({ name: 'logo.png', bytes: Buffer.from(drawLogPicture()) });
  await isDone(page, 'Name and logo');

  await tabTo(hands, 'Price the standard catalogue');
  await hands.press('Enter');
  await waitForHeadline(page, 'Standard catalogue');
  await page.getByLabel('Stage 1').waitFor();
  await tabTo(hands, 'Stage 1');
  await hands.type('50');
  await tabTo(hands, 'Vmax OFF');
  await hands.type('20');
  await hands.press('Enter');
  await waitForHeadline(page, 'Solution');
  await goTo(page, hands, 'First start');
  await isDone(page, 'Catalogue with prices');

  await page.getByLabel('Time zone').waitFor();
  await tabTo(hands, 'Opening hours');
  await hands.type('Mon-Sun 00:00-24:00');
  await hands.press('Enter');
  await isDone(page, 'Opening hours');
  await tabTo(hands, 'Send a test email');
  await hands.press('Enter');
  await tabTo(hands, 'Make a backup now');
  await hands.press('Enter');
  await isDone(page, 'Email test');
  expect(mailed).toContain(ADMINISTRATOR.email);

  for (const service of ['Sign in with Google', 'Gain', 'Follow us', 'Chat']) {
    await tabTo(hands, 'Do not use');
    await hands.press('Enter');
    await isDone(page, service);
  }
}

async function register(page: Page, hands: KeyboardUser): Promise<void> {
  await page.goto('/register');
  await waitForHydration(page);
  expect(await page.title()).toContain(SHOP);
  for (const [field, text] of [
    ['Username', CUSTOMER],
    ['Full Name', 'Ana Petrova'],
    ['Email', 'ana@example.com'],
    ['Country', 'Denmark'],
    ['Phone Number', '20304050'],
    ['Password', 'Blue-Harbour-71!'],
    ['Confirm Password', 'Blue-Harbour-71!'],
  ] as const) {
    await tabTo(hands, field);
    await hands.type(text);
  }
  await hands.press('Enter');
  await page.waitForURL('**/dashboard');
}

async function sendFile(page: Page, hands: KeyboardUser, file: { name: string; bytes: Buffer }): Promise<void> {
  await waitForHeadline(page, 'Dashboard');
  await hands.press('g', 'u');
  await waitForHeadline(page, 'Upload File');
  await hands.press('Tab');
  await hands.choose(file);
  await page.getByText('Choose another file').waitFor();
  await tabTo(hands, 'Vehicle');
  await hands.type('Car');
  for (const text of ['Audi', 'Bosch', 'EDC17CP14', 'DIESEL', '2011', 'Manual', 'Autotuner', 'First order.']) {
    await hands.press('Tab');
    await hands.type(text);
  }
  await hands.press('Tab', 'Space', 'Enter');
  await page.getByRole('dialog', { name: 'Success!' }).waitFor();
  await hands.press('Enter');
  await page.waitForURL('**/my-files');
}

async function setPrice(page: Page, hands: KeyboardUser, modified: { name: string; bytes: Buffer }): Promise<void> {
  await tabTo(hands, 'The file has a price');
  await hands.press('Enter');
  await page.getByRole('region', { name: 'Order' }).waitFor();
  await hands.press('p');
  const dialog = page.getByRole('dialog', { name: /^Deliver/ });
  await dialog.waitFor();
  await hands.choose(modified);
  await dialog.getByText('Both files have').waitFor();
  await hands.press('Tab', 'Tab');
  await hands.type('50');
  await hands.press('Enter');
  await dialog.waitFor({ state: 'detached' });
}

async function payAndDownload(page: Page, hands: KeyboardUser): Promise<void> {
  await page.locator('[data-row]', { hasText: 'PROCESSED' }).waitFor();
  await hands.press('j', 'Enter');
  await page.getByRole('button', { name: 'Buy Credits & Pay' }).waitFor();
  await tabTo(hands, 'Buy Credits & Pay');
  await hands.press('Enter');
  await page.getByRole('button', { name: 'Pay now' }).waitFor();
  await tabTo(hands, 'Pay now');
  await hands.press('Enter');
  await page.getByText('Payment successful').first().waitFor();
  await page.waitForURL(/my-files|view-file/);
  if (page.url().includes('/my-files')) {
    await page.locator('[data-row]', { hasText: 'PAID', hasNotText: 'UNPAID' }).waitFor();
    await hands.press('j', 'Enter');
  }
  await page.getByRole('button', { name: 'Download modified' }).first().waitFor();
  const download = page.waitForEvent('download');
  await tabTo(hands, 'Download modified');
  await hands.press('Enter');
  expect((await download).suggestedFilename()).toBe('modified.bin');
}

test('with the keyboard alone: from the first start of an empty portal to the first paid order', async () => {
  const dump = await findDump();
  const bytes = Buffer.from(dump.bytes);
  bytes.writeUInt32LE(0xc0ffee, 0x1000);

  const admin = await openPage(browser, portal.url, { isStill: true });
  const staff = createKeyboardUser(admin.page);
  await signIn(admin.page, staff);
  await setUp(admin.page, staff);

  const customer = await openPage(browser, portal.url, { isStill: true });
  const hands = createKeyboardUser(customer.page);
  await register(customer.page, hands);
  await sendFile(customer.page, hands, dump);

  await admin.page.getByText('2 of 5 parts are done.').waitFor();
  await setPrice(admin.page, staff, { name: 'modified.bin', bytes });
  await payAndDownload(customer.page, hands);

  await goTo(admin.page, staff, 'First start');
  for (const step of ['Payment test', 'Backup', 'Trial order']) await isDone(admin.page, step);
  await admin.page.getByText('11 of 11 steps are done.').waitFor();
  await staff.press('g', 'd');
  await waitForHeadline(admin.page, 'Dashboard');
  await admin.page.getByRole('region', { name: 'First start' }).waitFor({ state: 'detached' });
  expect(await admin.page.title()).toBe(`Dashboard · ${SHOP}`);
  expect([...admin.failures, ...customer.failures]).toEqual([]);
});
