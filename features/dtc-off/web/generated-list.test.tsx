import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { listedGeneration } from '../../../web/testing/ecu-examples.ts';
import { fake, fakeFile, installFakeApi, type FakeApi } from '../../../web/testing/fake-api.ts';
import { ADMINISTRATOR, renderScreen } from '../../../web/testing/render-screen.tsx';
import { listGenerations } from '../generations.calls.ts';
import { downloadDtcOffRecord } from '../proof.calls.ts';
import AdminGeneratedFilesScreen from './admin-generated-files.screen.tsx';
import { OwnGeneratedList } from './generated-list.tsx';

let api: FakeApi;
beforeEach(() => {
  api = installFakeApi();
});

const files = () => screen.getAllByRole('listitem').map((item) => within(item).getByRole('heading').textContent);

const numbered = (from: number, count: number) =>
  Array.from({ length: count }, (_, at) => listedGeneration(from - at, ['P0401']));

test('generated files are listed a page at a time, with the declared use and what went off with the chosen codes', async () => {
  const first = { ...listedGeneration(99, ['P0401']), also_codes: ['P0402'], declared_use: 'TEST_BENCH' as const };
  const older = { ...listedGeneration(4, ['P0520']), has_file: false };
  api.use(
    fake(listGenerations, ({ offset }) =>
      offset === 0
        ? { generations: [first, ...numbered(98, 24)], total_rows: 26 }
        : { generations: [older], total_rows: 26 },
    ),
  );
  const { visitor } = renderScreen(<OwnGeneratedList />);
  expect(await screen.findByText('golf_DTC_OFF_99.bin')).toBeVisible();
  expect(screen.getByText('Also switched off: P0402')).toBeVisible();
  expect(screen.getByText(/^Declared: Diagnosis or a test bench/)).toBeVisible();
  expect(screen.getByText('Found: 26')).toBeVisible();
  await visitor.click(screen.getByRole('button', { name: 'Page 2' }));
  await waitFor(() => expect(files()).toEqual(['golf_DTC_OFF_4.bin']));
  expect(api.callsOf(listGenerations).map(({ input }) => input)).toEqual([{ offset: '0' }, { offset: '25' }]);
  // The bytes of the older file are gone, but not its proof.
  expect(screen.queryByRole('button', { name: 'Download: golf_DTC_OFF_4.bin' })).not.toBeInTheDocument();
  expect(screen.getByRole('button', { name: 'Proof (JSON): golf_DTC_OFF_4.bin' })).toBeVisible();
});

test('a search queries the server, starts at the first page, and can be cleared if nothing matches', async () => {
  api.use(
    fake(listGenerations, ({ search }) =>
      search === undefined ? { generations: numbered(99, 25), total_rows: 60 } : { generations: [], total_rows: 0 },
    ),
  );
  const { visitor } = renderScreen(<OwnGeneratedList />);
  await visitor.click(await screen.findByRole('button', { name: 'Page 3' }));
  await visitor.click(screen.getByRole('searchbox'));
  await visitor.paste('P0420');
  // Appears after the pause that ends the typing.
  expect(await screen.findByText('No results for “P0420”')).toBeVisible();
  expect(api.callsOf(listGenerations).at(-1)?.input).toEqual({ search: 'P0420', offset: '0' });
  await visitor.click(
    within(screen.getByText('No results for “P0420”').parentElement as HTMLElement).getByRole('button'),
  );
  expect(await screen.findByText('golf_DTC_OFF_99.bin')).toBeVisible();
});

test('a customer with a few files sees no search', async () => {
  api.use(fake(listGenerations, { generations: numbered(9, 3), total_rows: 3 }));
  renderScreen(<OwnGeneratedList />);
  expect(await screen.findByText('golf_DTC_OFF_9.bin')).toBeVisible();
  expect(screen.queryByRole('searchbox')).not.toBeInTheDocument();
});

test('a customer without generated files sees no empty box', async () => {
  api.use(fake(listGenerations, { generations: [], total_rows: 0 }));
  renderScreen(<OwnGeneratedList />);
  await waitFor(() => expect(api.callsOf(listGenerations)).toHaveLength(1));
  expect(screen.queryByText('Generated files')).not.toBeInTheDocument();
});

test('an administrator sees whose file each one is, and downloads the record of all', async () => {
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => {});
  URL.createObjectURL = () => 'blob:record';
  URL.revokeObjectURL = () => {};
  api.use(
    fake(listGenerations, { generations: [listedGeneration(9, ['P0401'])], total_rows: 1 }),
    fake(downloadDtcOffRecord, fakeFile('dtc-off-record.csv', new Uint8Array([1]))),
  );
  const { visitor } = renderScreen(<AdminGeneratedFilesScreen />, { user: ADMINISTRATOR });
  expect(await screen.findByText('daniel')).toBeVisible();
  await visitor.click(screen.getByRole('button', { name: 'Download CSV' }));
  await waitFor(() => expect(api.callsOf(downloadDtcOffRecord)).toHaveLength(1));
});

test('if no file was generated yet, the administrator sees a message', async () => {
  api.use(fake(listGenerations, { generations: [], total_rows: 0 }));
  renderScreen(<AdminGeneratedFilesScreen />, { user: ADMINISTRATOR });
  expect(await screen.findByText('No file has been generated yet.')).toBeVisible();
});

test('an administrator’s search and page are in the address, and a new search starts at its first page', async () => {
  api.use(fake(listGenerations, { generations: numbered(99, 25), total_rows: 60 }));
  const { visitor, location } = renderScreen(<AdminGeneratedFilesScreen />, {
    user: ADMINISTRATOR,
    at: '/admin/dtc-off-files?q=daniel&page=2',
  });
  expect(await screen.findByText('golf_DTC_OFF_99.bin')).toBeVisible();
  expect(api.callsOf(listGenerations).map(({ input }) => input)).toEqual([{ search: 'daniel', offset: '25' }]);
  await visitor.type(screen.getByRole('searchbox'), '2');
  await waitFor(() => expect(api.callsOf(listGenerations).at(-1)?.input).toEqual({ search: 'daniel2', offset: '0' }));
  await waitFor(() => expect(location()).toBe('/admin/dtc-off-files?q=daniel2'));
});
