import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { listedGeneration } from '../../../web/testing/ecu-examples.ts';
import { fake, fakeFile, installFakeApi, type FakeApi } from '../../../web/testing/fake-api.ts';
import { ADMINISTRATOR, renderScreen } from '../../../web/testing/render-screen.tsx';
import { listGenerations } from '../generations.contract.ts';
import { downloadDtcOffRecord } from '../proof.contract.ts';
import AdminGeneratedFilesScreen from './admin-generated-files.screen.tsx';
import { GeneratedList } from './generated-list.tsx';

vi.setConfig({ testTimeout: 20_000 });

let api: FakeApi;
beforeEach(() => {
  api = installFakeApi();
});

const files = () => screen.getAllByRole('listitem').map((item) => within(item).getByRole('heading').textContent);

test('generated files are listed a page at a time, with what was declared and what went off beside the codes', async () => {
  const first = { ...listedGeneration(9, ['P0401']), also_codes: ['P0402'], declared_use: 'TEST_BENCH' as const };
  const older = { ...listedGeneration(4, ['P0520']), has_file: false };
  api.use(
    fake(listGenerations, ({ below }) =>
      below === undefined ? { generations: [first], next: 9 } : { generations: [older], next: null },
    ),
  );
  const { visitor } = renderScreen(<GeneratedList />);
  expect(await screen.findByText('golf_DTC_OFF_9.bin')).toBeVisible();
  expect(screen.getByText('Went off together with them: P0402')).toBeVisible();
  expect(screen.getByText(/^Declared: Diagnosis or a test bench/)).toBeVisible();
  await visitor.click(screen.getByRole('button', { name: 'Show older files' }));
  await waitFor(() => expect(files()).toEqual(['golf_DTC_OFF_9.bin', 'golf_DTC_OFF_4.bin']));
  expect(api.callsOf(listGenerations).map(({ input }) => input)).toEqual([{}, { below: '9' }]);
  expect(screen.queryByRole('button', { name: 'Show older files' })).not.toBeInTheDocument();
  // The bytes of the older one are gone, its proof is not.
  expect(screen.queryByRole('button', { name: 'Download: golf_DTC_OFF_4.bin' })).not.toBeInTheDocument();
  expect(screen.getByRole('button', { name: 'Proof (JSON): golf_DTC_OFF_4.bin' })).toBeVisible();
});

test('a customer without generated files sees no empty box', async () => {
  api.use(fake(listGenerations, { generations: [], next: null }));
  renderScreen(<GeneratedList />);
  await waitFor(() => expect(api.callsOf(listGenerations)).toHaveLength(1));
  expect(screen.queryByText('Generated files')).not.toBeInTheDocument();
});

test('an administrator sees whose each file is, and downloads the record of all', async () => {
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => {});
  URL.createObjectURL = () => 'blob:record';
  URL.revokeObjectURL = () => {};
  api.use(
    fake(listGenerations, { generations: [listedGeneration(9, ['P0401'])], next: null }),
    fake(downloadDtcOffRecord, fakeFile('dtc-off-record.csv', new Uint8Array([1]))),
  );
  const { visitor } = renderScreen(<AdminGeneratedFilesScreen />, { user: ADMINISTRATOR });
  expect(await screen.findByText('daniel')).toBeVisible();
  await visitor.click(screen.getByRole('button', { name: 'Download CSV' }));
  await waitFor(() => expect(api.callsOf(downloadDtcOffRecord)).toHaveLength(1));
});

test('where no file was generated yet, the administrator reads that', async () => {
  api.use(fake(listGenerations, { generations: [], next: null }));
  renderScreen(<AdminGeneratedFilesScreen />, { user: ADMINISTRATOR });
  expect(await screen.findByText('No file has been generated yet.')).toBeVisible();
});
