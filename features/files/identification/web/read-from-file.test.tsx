import { act, cleanup, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { edc16Sample } from '../../../../ecu/families/edc16/edc16.sample.ts';
import german from '../../../../contract/languages/de.json';
import { fake, installFakeApi, no } from '../../../../web/testing/fake-api.ts';
import {
  fileIdentification,
  identificationIn,
  waitingIdentification,
} from '../../../../web/testing/identification-examples.ts';
import { renderScreen } from '../../../../web/testing/render-screen.tsx';
import { setLanguage } from '../../../../web/languages/text.ts';
import { getIdentification, type FileIdentification } from '../identification.calls.ts';
import { ReadFromFile } from './read-from-file.tsx';

afterEach(async () => {
  await setLanguage('en', {});
});

const FILE = { id: 5, brand: '', model: 'Bosch', ecu: 'EDC16U34' };

async function open(identified: FileIdentification, file = FILE, title = 'Read from the file') {
  const api = installFakeApi(fake(getIdentification, identified));
  const shown = renderScreen(<ReadFromFile file={file} />, { at: '/', path: '/' });
  await screen.findByRole('heading', { name: title });
  return { ...shown, api };
}

const lines = async () => (await screen.findAllByRole('listitem')).map(({ textContent }) => textContent?.trim());

test('the first eight numbers stand without offsets; each has its offset in the evidence', async () => {
  const { visitor } = await open(fileIdentification());
  expect(await screen.findByText('Bosch EDC16U34')).toBeVisible();
  const numbers = screen.getAllByRole('term').filter((term) => term.closest('details') === null);
  expect(numbers.length).toBeLessThanOrEqual(8);
  expect(numbers.find(({ textContent }) => textContent === 'Software number')?.nextElementSibling).toHaveTextContent(
    /^1037380001$/,
  );
  await visitor.click(screen.getByText('Evidence'));
  await screen.findByText('Recognised by');
  const evidence = await lines();
  expect(evidence).toContain('Software number: 1037380001 at 0x000010');
  expect(evidence.some((line) => line?.endsWith('at 0x040CC2 · hardware'))).toBe(true);
  expect(evidence).toContain('Control unit: EDC16U34 inferred from 0x000000');
});

test('what is right about checksums and codes is one line; a warning stands alone', async () => {
  await open(fileIdentification());
  await screen.findByText('Bosch EDC16U34');
  expect((await lines())[0]).toMatch(/checksums? we can verify .*DTCs/);
});

test('the evidence lists what identified the file, each checksum and the DTCs that are off', async () => {
  const { visitor } = await open(fileIdentification());
  await visitor.click(await screen.findByText('Evidence'));
  await screen.findByText('Recognised by');
  const evidence = await lines();
  expect(evidence).toContain('2 blocks headed by FADECAFE CAFEAFFE at 0x000000');
  expect(evidence).toContain('Block sum 0x40000: OK at 0x07FF78');
  expect(evidence).toContain('Signature 0x0: Not checked at 0x03FF7C');
  expect(evidence.some((line) => /^DTCs that are off: P\w+, P\w+$/.test(line ?? ''))).toBe(true);
});

test('a wrong checksum is a warning', async () => {
  await open(fileIdentification(identificationIn(edc16Sample({ brokenSum: 1 }))));
  expect((await lines())[0]).toMatch(/^Warning: A checksum is wrong \(Block sum 0x40000\)/);
});

test('a file that does not look like an ECU file is plainly described so, with nothing else', async () => {
  await open(fileIdentification(identificationIn(new TextEncoder().encode(`%PDF-1.7\n${'x'.repeat(40_000)}`))));
  expect(await lines()).toEqual(['Warning: This does not look like an ECU file. Its content is: PDF.']);
  expect(screen.queryByText('Evidence')).toBeNull();
});

test('the type and the form of a file are shown in the reader’s language', async () => {
  await act(() => setLanguage('de', german));
  const zip = new Uint8Array(40_000).fill(0x20);
  zip.set(new TextEncoder().encode('PK\x03\x04'));
  await open(fileIdentification(identificationIn(zip)), FILE, 'Aus der Datei gelesen');
  expect(await lines()).toEqual(['Warnung: Das sieht nicht wie eine ECU-Datei aus. Ihr Inhalt ist: ZIP-Archiv.']);
  cleanup();
  const original = edc16Sample();
  const swapped = Uint8Array.from(original, (_, at) => original[at ^ 1] ?? 0);
  const { visitor } = await open(fileIdentification(identificationIn(swapped)), FILE, 'Aus der Datei gelesen');
  expect((await lines())[0]).toContain('Die Datei wurde in anderer Form gelesen: Bytes paarweise vertauscht.');
  await visitor.click(await screen.findByText('Belege'));
  expect(
    await screen.findByText('Die Adressen gelten für die Datei in dieser Form: Bytes paarweise vertauscht.'),
  ).toBeVisible();
});

test('a contradiction between what was entered and what was read is shown', async () => {
  await open(fileIdentification(), { ...FILE, model: 'Delphi', ecu: 'EDC17CP14' });
  expect(await screen.findByText('The form and the file disagree')).toBeInTheDocument();
  expect((await lines()).slice(0, 2)).toEqual([
    'ECU model: “Delphi” was entered, and “Bosch” was read from the file.',
    'ECU information: “EDC17CP14” was entered, and “EDC16U34” was read from the file.',
  ]);
});

test('entries that agree with the file are not a contradiction', async () => {
  await open(fileIdentification());
  await screen.findByText('Bosch EDC16U34');
  expect(screen.queryByText('The form and the file disagree')).toBeNull();
});

test('polling continues while the result is pending, and stops once it is there', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  const { api } = await open(waitingIdentification);
  await screen.findByText('The file is being identified. What it contains appears here.');
  api.use(fake(getIdentification, fileIdentification()));
  await act(() => vi.advanceTimersByTimeAsync(3500));
  await screen.findByText('Bosch EDC16U34');
  const asked = api.callsOf(getIdentification).length;
  expect(asked).toBeGreaterThan(1);
  await act(() => vi.advanceTimersByTimeAsync(20_000));
  expect(api.callsOf(getIdentification)).toHaveLength(asked);
});

test.each([
  ['ALTERED', /not those that were uploaded/],
  ['FAILED', /fault of the portal/],
  ['MISSING', /missing in the storage/],
  ['TOO_MUCH_MEMORY', /too much memory/],
  ['TOO_SLOW', /too long/],
] as const)('a file that could not be read (%s) shows the reason', async (failure, sentence) => {
  await open({ ...waitingIdentification, state: 'FAILED', failure, finished_at: '2026-03-01T10:00:00.000Z' });
  expect(await screen.findByText(sentence)).toBeInTheDocument();
});

test('an identification that fails to load can be requested again', async () => {
  vi.spyOn(console, 'warn').mockImplementation(() => {});
  const api = installFakeApi(fake(getIdentification, no(500)));
  const { visitor } = renderScreen(<ReadFromFile file={FILE} />, { at: '/', path: '/' });
  const retry = await screen.findByRole('button', { name: 'Retry' });
  api.use(fake(getIdentification, fileIdentification()));
  await visitor.click(retry);
  expect(await screen.findByText('Bosch EDC16U34')).toBeInTheDocument();
});
