import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test, vi } from 'vitest';
import { fake, installFakeApi, no } from '../../../web/testing/fake-api.ts';
import { renderScreen } from '../../../web/testing/render-screen.tsx';
import { setScreenWidth } from '../../../web/testing/setup.ts';
import { listUserFiles } from '../files.calls.ts';
import type { FileSummary } from '../file.ts';
import MyFilesScreen from './my-files.screen.tsx';
import { buildFileSummary } from '../files.factory.ts';
import { readTexts } from '../../../web/testing/table-cells.ts';

const buildListedFile = (id: number, changes: Partial<FileSummary> = {}): FileSummary =>
  buildFileSummary({
    id,
    file_id: `1000${id}`,
    file_name: `file_${id}.bin`,
    solution: 'Stage 1,DTC OFF,DTC:P0401',
    status: 'PENDING',
    updated_at: '2026-03-02T08:00:00.000Z',
    ...changes,
  });

const FILES = [
  buildListedFile(33, { file_name: 'Audi_A6_C7_EDC17CP44_original.bin', status: 'IN_PROGRESS' }),
  buildListedFile(32, { price_status: 'PAID', status: 'PROCESSED', price: 85.5 }),
  buildListedFile(31, { file_name: 'golf.bin', status: 'CANCELED' }),
];

function show(files: FileSummary[] | ReturnType<typeof no> = FILES, at = '/my-files') {
  const api = installFakeApi(fake(listUserFiles, files));
  return { api, ...renderScreen(<MyFilesScreen />, { at, path: '/my-files' }) };
}

const rows = async () =>
  within(await screen.findByRole('table', { name: 'My Files' }))
    .getAllByRole('row')
    .slice(1);
const search = () => screen.getByRole('searchbox', { name: 'Search by file id, file name...' });

describe('the list', () => {
  test('is called My Files and requests the user’s own files', { tags: ['C-FIL-02'] }, async () => {
    const { api } = show();
    expect(screen.getByRole('heading', { level: 1, name: 'My Files' })).toBeVisible();
    await rows();
    expect(api.callsOf(listUserFiles)[0]?.input).toEqual({ id: '7' });
  });

  test('has the columns of a file', { tags: ['C-FIL-02'] }, async () => {
    show();
    const [first] = await rows();
    const headers = readTexts(screen.getAllByRole('columnheader'));
    expect(headers).toEqual([
      'File ID',
      'File Name',
      'Solution',
      'Solution Price',
      'Price Status',
      'Status',
      'Uploaded',
      'View',
    ]);
    const cells = readTexts(within(first as HTMLElement).getAllByRole('cell'));
    expect(cells.slice(2, 6)).toEqual(['Stage 1, DTC OFF, DTC:P0401', '60.00 CRS', 'UNPAID', 'IN PROGRESS']);
  });

  test('cuts a name to 23 characters, except when read out', { tags: ['C-FIL-T01', 'X-TRN-02', 'G-18'] }, async () => {
    show();
    const [first] = await rows();
    const link = within(first as HTMLElement).getByRole('link', { name: 'Audi_A6_C7_EDC17CP44_original.bin' });
    expect(link).toHaveTextContent('Audi_A6_C7_EDC17CP44_or...');
    expect(within(link).getByTitle('Audi_A6_C7_EDC17CP44_original.bin')).toBeVisible();
  });

  test('each row and each View link lead to the file', { tags: ['C-FIL-03'] }, async () => {
    show();
    const [first] = await rows();
    const links = within(first as HTMLElement).getAllByRole('link');
    expect(links.map((link) => link.getAttribute('href'))).toEqual(['/view-file/33', '/view-file/33']);
    expect(links[1]).toHaveAccessibleName('View 100033');
  });

  test('is a list of cards on a phone', async () => {
    setScreenWidth(360);
    show();
    expect(await screen.findByRole('list', { name: 'My Files' })).toBeVisible();
    expect(screen.queryByRole('table')).not.toBeInTheDocument();
  });
});

describe('searching', () => {
  test('finds files by id or name, and puts the text in the URL', { tags: ['C-FIL-01'] }, async () => {
    const { visitor, location } = show();
    await rows();
    vi.useFakeTimers();
    for (const typed of ['G', 'GO', 'GOL', 'GOLF']) {
      fireEvent.input(search(), { target: { value: typed } });
      act(() => void vi.advanceTimersByTime(250));
    }
    expect(within(screen.getByRole('table', { name: 'My Files' })).getAllByRole('row')).toHaveLength(2);
    // Not with every keystroke: everything that depends on the address would be rendered again.
    expect(location()).toBe('/my-files');
    act(() => void vi.advanceTimersByTime(50));
    expect(location()).toBe('/my-files?q=GOLF');
    vi.useRealTimers();
    await visitor.clear(search());
    await visitor.tab();
    expect(location()).toBe('/my-files');
    await visitor.type(search(), '100032');
    await waitFor(async () => expect((await rows())[0]).toHaveTextContent('100032'));
    expect(await rows()).toHaveLength(1);
  });

  test('does not search the other columns', { tags: ['C-FIL-01'] }, async () => {
    const { visitor } = show();
    await rows();
    await visitor.type(search(), 'Stage');
    expect(await screen.findByText('No results for “Stage”')).toBeVisible();
  });

  test('a link with a filter shows that filter', async () => {
    show(FILES, '/my-files?status=CANCELED');
    expect(await rows()).toHaveLength(1);
    expect(screen.getByRole('combobox', { name: 'Status' })).toHaveValue('CANCELED');
  });

  test('a price status can be chosen, and clearing filters shows all files again', async () => {
    const { visitor, location } = show();
    await rows();
    await visitor.selectOptions(screen.getByRole('combobox', { name: 'Price Status' }), 'REFUNDED');
    await visitor.click(await screen.findByRole('button', { name: 'Clear filters' }));
    expect(await rows()).toHaveLength(3);
    expect(location()).toBe('/my-files');
  });

  test('the sort order is in the URL', async () => {
    const { visitor, location } = show();
    await rows();
    await visitor.click(screen.getByRole('button', { name: /^Solution Price/ }));
    await visitor.click(screen.getByRole('button', { name: /^Solution Price/ }));
    expect((await rows())[0]).toHaveTextContent('85.50 CRS');
    await waitFor(() => expect(location()).toBe('/my-files?sort=-price'));
  });
});

describe('the CSV of the list', () => {
  /** Returns what is passed to the browser when the button is pressed, and under which name. */
  async function csv(at: string): Promise<{ name: string; lines: string[] }> {
    const saved: { name?: string; blob?: Blob } = {};
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
      saved.name = this.download;
    });
    URL.createObjectURL = (blob: Blob) => {
      saved.blob = blob;
      return 'blob:csv';
    };
    const { visitor } = show([buildListedFile(34, { file_name: 'a,"b".bin', feasible: 'NOT_POSSIBLE' }), ...FILES], at);
    await rows();
    await visitor.click(screen.getByRole('button', { name: 'Download CSV' }));
    const text = await saved.blob?.text();
    return { name: saved.name ?? '', lines: (text ?? '').split('\r\n') };
  }

  test('has every column and keeps commas and quotes inside their cell', async () => {
    const { name, lines } = await csv('/my-files?q=100034');
    expect(name).toMatch(/^files-\d{4}-\d\d-\d\d\.csv$/);
    expect(lines).toEqual([
      expect.stringContaining(
        'File ID,File Name,Solution,Solution Price,Price Status,Feasible,Status,Uploaded (Europe/Skopje)',
      ),
      '100034,"a,""b"".bin","Stage 1,DTC OFF,DTC:P0401",60,UNPAID,NOT POSSIBLE,PENDING,2026-03-02 09:00:00,2026-03-02 09:00:00',
      '',
    ]);
  });

  test('has the filtered files, in the order of the screen', async () => {
    const { lines } = await csv('/my-files?price=UNPAID&sort=file_id');
    expect(lines.slice(1, -1).map((line) => line.split(',')[0])).toEqual(['100031', '100033', '100034']);
  });

  test('is not offered when nothing is shown', async () => {
    show(FILES, '/my-files?q=nothing');
    await screen.findByText('No results for “nothing”');
    expect(screen.queryByRole('button', { name: 'Download CSV' })).not.toBeInTheDocument();
  });
});

describe('the other states of the list', () => {
  test('an empty list shows "No files found." and a link to upload one', { tags: ['C-FIL-04'] }, async () => {
    show([]);
    expect(await screen.findByText('No files found.')).toBeVisible();
    expect(screen.getAllByRole('link', { name: 'Upload File' })).not.toHaveLength(0);
  });

  test('an empty list is not reported as a search without a match', async () => {
    show([], '/my-files?q=golf');
    expect(await screen.findByText('No files found.')).toBeVisible();
  });

  test('loading is announced', async () => {
    const api = installFakeApi(fake(listUserFiles, () => new Promise<FileSummary[]>(() => {})));
    renderScreen(<MyFilesScreen />, { at: '/my-files', path: '/my-files' });
    expect(await screen.findByText('Loading...')).toBeInTheDocument();
    expect(api.callsOf(listUserFiles)).toHaveLength(1);
  });

  test('a failure is logged, ends loading and can be retried', { tags: ['C-FIL-S01', 'G-32'] }, async () => {
    const logged = vi.spyOn(console, 'warn').mockImplementation(() => {});
    const { api, visitor } = show(no(500));
    const retry = await screen.findByRole('button', { name: 'Retry' });
    expect(screen.getByText('Could not load.')).toBeVisible();
    expect(logged).toHaveBeenCalled();
    api.use(fake(listUserFiles, FILES));
    await visitor.click(retry);
    expect(await rows()).toHaveLength(3);
  });
});
