import type { Locator, Page } from 'playwright-core';
import { ADMINISTRATOR } from './portal.ts';

/** A file for a form. */
export interface SentFile {
  name: string;
  bytes: Buffer;
}

/** Types into a combobox and chooses the entry with that name. */
export async function choose(page: Page, label: string, entry: string): Promise<void> {
  const box = page.getByRole('combobox', { name: label });
  await box.click();
  await box.fill(entry);
  await page
    .getByRole('option', { name: new RegExp(`^${entry}`) })
    .first()
    .click();
}

export async function logIn(page: Page, email: string, password: string): Promise<void> {
  await page.goto('/login');
  await page.getByLabel('Email').fill(email);
  await page.getByLabel(/^Password/).fill(password);
  await page.getByRole('button', { name: 'Login' }).click();
}

/** Registers Petra, of petrol-works, and waits for her dashboard. */
export async function register(page: Page, password: string): Promise<void> {
  await page.goto('/register');
  await page.getByLabel('Username').fill('petrol-works');
  await page.getByLabel('Full Name').fill('Petra Olsen');
  await page.getByLabel('Email').fill('petra@example.com');
  await choose(page, 'Country', 'Denmark');
  await page.getByLabel('Phone Number').fill('20 30 40 50');
  await page.getByLabel(/^Password/).fill(password);
  await page.getByLabel('Confirm Password').fill(password);
  await page.getByRole('button', { name: 'CREATE NEW ACCOUNT' }).click();
  await page.waitForURL('**/dashboard');
}

/** Chooses a file in the only file field of `place`. */
export const chooseFile = (place: Page | Locator, { name, bytes }: SentFile): Promise<void> =>
  place.locator('input[type=file]').setInputFiles({ name, mimeType: 'application/octet-stream', buffer: bytes });

/** Fills in what no file states: a diesel car of that brand and year. */
export async function fillVehicle(page: Page, { brand, year }: { brand: string; year: string }): Promise<void> {
  await page.getByLabel('Vehicle').selectOption('Car');
  await choose(page, 'Brand', brand);
  await page.getByLabel('Petrol type').selectOption('DIESEL');
  await page.getByLabel('Year').selectOption(year);
}

/** Fills in the upload form without submitting it. */
export async function fillUpload(page: Page, file: SentFile): Promise<void> {
  await page.goto('/upload');
  await chooseFile(page, file);
  await fillVehicle(page, { brand: 'Audi', year: '2011' });
  await choose(page, 'ECU model', 'Bosch');
  await page.getByLabel('ECU information').fill('EDC17CP14');
  await chooseStage1(page);
}

export async function chooseStage1(page: Page): Promise<void> {
  await page
    .getByRole('radio', { name: /Stage 1/ })
    .or(page.getByRole('checkbox', { name: /Stage 1/ }))
    .first()
    .click();
}

export async function openFileAsStaff(page: Page, name: string): Promise<void> {
  await logIn(page, ADMINISTRATOR.email, ADMINISTRATOR.password);
  await page.waitForURL('**/admin/dashboard');
  await openFilePage(page, name);
}

/** Opens, as an administrator, the newest file that the search finds. */
export async function openFilePage(page: Page, name: string): Promise<void> {
  await page.goto('/admin/all-files');
  await page.getByPlaceholder('Search by file name, username, id...').fill(name);
  await page.getByRole('link', { name: /View/ }).first().click();
  await page.waitForURL('**/admin/view-file/*');
}

/** Fills in the administrator's feasibility dialog without submitting it. */
export async function fillFeasibility(page: Page, price: string, file: SentFile): Promise<void> {
  await page.getByRole('button', { name: 'Deliver', exact: true }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel(/^POSSIBLE/).check();
  await dialog.getByLabel(/Price/).fill(price);
  await chooseFile(dialog, file);
}

export async function saveFeasibility(page: Page): Promise<void> {
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Deliver', exact: true }).click();
  // Saving waits for the comparison with the original.
  await dialog.waitFor({ state: 'detached' });
  await page.getByText('File details have been updated.').first().waitFor();
}
