import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test, vi } from 'vitest';
import { expectSoundDialog } from '../../../web/testing/dialog-check.ts';
import { fake, installFakeApi, no } from '../../../web/testing/fake-api.ts';
import type { Totals } from '../../../contract/pages.ts';
import type { FileSummary } from '../file.ts';
import { FILE_LIST, fakeFiles, readPage } from '../../../web/testing/fake-list.ts';
import { buildFileSummary } from '../files.factory.ts';
import { ADMINISTRATOR, renderScreen } from '../../../web/testing/render-screen.tsx';
import { setScreenWidth } from '../../../web/testing/setup.ts';
import { shownMessages } from '../../../web/testing/shown-messages.ts';
import { readColumn, readTexts } from '../../../web/testing/table-cells.ts';
import { deleteFile, listFiles } from '../files.calls.ts';
import AllFilesScreen from './all-files.screen.tsx';

const GOLF = buildFileSummary({
  id: 12,
  file_id: '100012',
  file_name: 'VW_Golf_5_19TDI_EDC16U34_read_on_bench.bin',
  created_at: '2026-03-02T08:00:00.000Z',
  updated_at: '2026-03-02T09:30:00.000Z',
});
const SCANIA: FileSummary = {
  ...GOLF,
  id: 13,
  file_id: '100013',
  file_name: 'scania.ori',
  username: 'boris',
  price: 120,
};
const PAID: FileSummary = { ...SCANIA, status: 'PROCESSED', price_status: 'PAID', feasible: 'POSSIBLE' };
const REFUSED: FileSummary = {
  ...GOLF,
  id: 14,
  file_id: '100014',
  file_name: 'man.bin',
  status: 'NOT_SUPPORTED_SOLUTION',
};

function open({ at = '/admin/all-files', files = [REFUSED, PAID, GOLF] } = {}) {
  const api = installFakeApi(...fakeFiles(files), fake(deleteFile, { message: 'File deleted successfully!' }));
  return { ...renderScreen(<AllFilesScreen />, { at, user: ADMINISTRATOR }), api };
}

const shownIds = () => readColumn(1);

describe('the list', () => {
  test('has the columns File ID to Delete with prices in CRS', { tags: ['A-FIL-03'] }, async () => {
    open();
    const row = await screen.findByRole('row', { name: /100013/ });
    expect(readTexts(screen.getAllByRole('columnheader'))).toEqual([
      'Select',
      'File ID',
      'Username',
      'File Name',
      'Solution Price',
      'Price Status',
      'Status',
      'Uploaded',
      'Waiting',
      'View',
      'Delete',
    ]);
    const cells = readTexts(within(row).getAllByRole('cell'));
    expect(cells.slice(1, 7)).toEqual(['100013', 'boris', 'scania.ori', '120.00 CRS', 'PAID', 'PROCESSED']);
  });

  test('file names are cut to 22 characters, but read out whole', { tags: ['A-FIL-T01', 'X-TRN-03'] }, async () => {
    open();
    const link = await screen.findByRole('link', { name: 'VW_Golf_5_19TDI_EDC16U...' });
    expect(link).toHaveAccessibleDescription(GOLF.file_name);
    expect(link).toHaveAttribute('title', GOLF.file_name);
  });

  test('a status is cut to 10 characters, without underscores', { tags: ['A-FIL-T02', 'X-TRN-06'] }, async () => {
    open();
    const row = await screen.findByRole('row', { name: /100014/ });
    expect(within(row).getByText('NOT SUPPOR...')).toBeInTheDocument();
    expect(within(row).getByText('NOT SUPPORTED SOLUTION')).toHaveClass('sr-only');
    expect(within(screen.getByRole('row', { name: /100012/ })).getByText('IN PROGRES...')).toBeInTheDocument();
  });

  test('each row links to /admin/view-file/{id}', { tags: ['A-FIL-04'] }, async () => {
    open();
    const row = await screen.findByRole('row', { name: /100012/ });
    for (const link of within(row).getAllByRole('link')) expect(link).toHaveAttribute('href', '/admin/view-file/12');
    expect(within(row).getByRole('link', { name: 'View 100012' })).toBeInTheDocument();
  });

  test('the totals count all and waiting files, and filter the list', { tags: ['A-FIL-02'] }, async () => {
    const { visitor, location } = open();
    await screen.findByText('scania.ori');
    const totals = within(screen.getByRole('list', { name: 'Totals' })).getAllByRole('button');
    expect(readTexts(totals)).toEqual(['Total Files 3', 'PENDING 0', 'IN PROGRESS 1', 'PROCESSED 1']);
    await visitor.click(screen.getByRole('button', { name: 'IN PROGRESS 1' }));
    expect(shownIds()).toEqual(['100012']);
    expect(location()).toBe('/admin/all-files?status=IN_PROGRESS');
  });

  test('more files than are counted have a plus sign, and are all counted on request', async () => {
    const { api, visitor } = open();
    api.use(
      fake(listFiles, (asked) => {
        const page = readPage([REFUSED, PAID, GOLF], asked, FILE_LIST);
        const counted: Omit<Totals, 'as_of'> =
          asked.count === 'exact'
            ? { all: 12_345, matching: 12_345, is_exact: true, counts: { status: { PENDING: 12_001 } }, capped: [] }
            : {
                all: 10_000,
                matching: 10_000,
                is_exact: false,
                counts: { status: { PENDING: 10_000, PROCESSED: 7 } },
                capped: ['all', 'status.PENDING'],
              };
        return { ...page, totals: page.totals && { ...page.totals, ...counted } };
      }),
    );
    const numbers = async () =>
      readTexts(within(await screen.findByRole('list', { name: 'Totals' })).getAllByRole('button'));
    const countAll = await screen.findByRole('button', { name: 'Count all' });
    expect(countAll).toBeVisible();
    expect(await numbers()).toEqual(['Total Files 10,000+', 'PENDING 10,000+', 'IN PROGRESS 0', 'PROCESSED 7']);
    await visitor.click(countAll);
    await waitFor(async () => expect((await numbers())[0]).toBe('Total Files 12345'));
    expect((await numbers())[1]).toBe('PENDING 12001');
    expect(screen.queryByRole('button', { name: 'Count all' })).toBeNull();
  });

  test('has rows of two lines below 640 px, which can be selected', async () => {
    setScreenWidth(360);
    open();
    const card = (await screen.findByRole('link', { name: 'scania.ori' })).closest('li') as HTMLElement;
    expect(card).toHaveTextContent('120.00 CRS');
    expect(card).toHaveTextContent('Volkswagen EDC16U34, 2007 · boris · 100013');
    expect(within(card).getByRole('checkbox', { name: /^Select scania.ori/ })).toBeInTheDocument();
  });
});

describe('search and order', { tags: ['A-FIL-01'] }, () => {
  test.each([
    ['by file name', 'golf', ['100012']],
    ['by username', 'boris', ['100013']],
    ['by file id', '100014', ['100014']],
    ['by the number in the address', '13', ['100013']],
  ])('%s', async (_, text, ids) => {
    const { visitor } = open();
    await screen.findByText('scania.ori');
    await visitor.click(screen.getByPlaceholderText('Search by file name, username, id...'));
    await visitor.paste(text);
    await waitFor(() => expect(shownIds()).toEqual(ids));
  });

  test('are in the URL together with the filters', async () => {
    const { visitor, location } = open({ at: '/admin/all-files?q=a&sort=-price' });
    await screen.findByText('scania.ori');
    expect(shownIds()).toEqual(['100013', '100014', '100012']);
    await visitor.selectOptions(screen.getByRole('combobox', { name: 'Price Status' }), 'PAID');
    expect(shownIds()).toEqual(['100013']);
    await visitor.selectOptions(screen.getByRole('combobox', { name: 'Status' }), 'CANCELED');
    expect(screen.getByText('No results for “a, PAID, CANCELED”')).toBeInTheDocument();
    expect(location()).toBe('/admin/all-files?q=a&sort=-price&price=PAID&status=CANCELED');
  });
});

describe('the states of the list', () => {
  test('an empty list shows "No files found."', async () => {
    open({ files: [] });
    expect(await screen.findByText('No files found.')).toBeInTheDocument();
    expect(screen.getByRole('link', { name: 'All users' })).toHaveAttribute('href', '/admin/all-users');
  });

  test('a list that cannot be loaded shows Retry, which loads it', async () => {
    vi.spyOn(console, 'warn').mockImplementation(() => {});
    const api = installFakeApi(fake(listFiles, no(500)));
    const { visitor } = renderScreen(<AllFilesScreen />, { user: ADMINISTRATOR });
    const retry = await screen.findByRole('button', { name: 'Retry' });
    api.use(...fakeFiles([PAID]));
    await visitor.click(retry);
    expect(await screen.findByText('scania.ori')).toBeInTheDocument();
  });
});

describe('deleting', () => {
  async function ask(file = GOLF) {
    const shown = open();
    const name = `Delete ${file.file_name} (${file.file_id})`;
    await shown.visitor.click(await screen.findByRole('button', { name }));
    const dialog = screen.getByRole('alertdialog', { name: 'Are you sure you want to delete this file?' });
    return { ...shown, dialog };
  }

  test('asks, with 35 letters of the name', { tags: ['A-FIL-05', 'A-FIL-06', 'A-FIL-T03', 'X-TRN-07'] }, async () => {
    const { dialog, visitor, api } = await ask();
    expect(within(dialog).getByText('VW_Golf_5_19TDI_EDC16U34_read_on_be...')).toBeInTheDocument();
    expect(dialog).toHaveTextContent('For 30 days you can restore it from the bin.');
    expect(dialog).not.toHaveTextContent('cannot be undone');
    expect(within(dialog).getByRole('button', { name: 'Cancel' })).toHaveFocus();
    await visitor.keyboard('{Escape}');
    expect(screen.queryByRole('alertdialog')).not.toBeInTheDocument();
    expect(api.callsOf(deleteFile)).toHaveLength(0);
  });

  test('a paid file shows that deleting does not refund', async () => {
    const { dialog } = await ask(PAID);
    expect(dialog).toHaveTextContent('deleting it does not refund 120.00 CRS');
  });

  test('shows "File deleted successfully!" and reloads the list', { tags: ['A-FIL-M02', 'X-ERR-45'] }, async () => {
    const { dialog, visitor, api } = await ask();
    api.use(...fakeFiles([PAID]));
    await visitor.click(within(dialog).getByRole('button', { name: 'Delete' }));
    await waitFor(() => expect(shownMessages()).toEqual(['success: File deleted successfully!']));
    expect(api.callsOf(deleteFile)[0]?.input).toEqual({ id: '12' });
    await waitFor(() => expect(shownIds()).toEqual(['100013']));
  });

  test('"Failed to delete file. Please try again." keeps the dialog', { tags: ['A-FIL-M01', 'X-ERR-44'] }, async () => {
    const { dialog, visitor, api } = await ask();
    api.use(fake(deleteFile, no(500)));
    await visitor.click(within(dialog).getByRole('button', { name: 'Delete' }));
    await waitFor(() => expect(shownMessages()).toEqual(['error: Failed to delete file. Please try again.']));
    expect(dialog).toBeInTheDocument();
  });
});

test('the confirmation before deleting a file is a sound dialog', async () => {
  const { visitor } = open();
  const opener = () => screen.getByRole('button', { name: 'Delete scania.ori (100013)' });
  const name = 'Are you sure you want to delete this file?';
  await screen.findByRole('row', { name: /100013/ });
  await expectSoundDialog({
    of: 'features/files/web/all-files.screen.tsx',
    visitor,
    name,
    role: 'alertdialog',
    opener,
  });
});
