import { screen, within } from '@testing-library/react';
import { describe, expect, test, vi } from 'vitest';
import { fake, installFakeApi, no } from '../../../../web/testing/fake-api.ts';
import { buildFileSummary } from '../../../files/files.factory.ts';
import { renderScreen } from '../../../../web/testing/render-screen.tsx';
import type { FileSummary } from '../../../files/file.ts';
import type { TicketSummary } from '../../../tickets/ticket.ts';
import { getNeedsYou, getUserDashboard, type Dashboard } from '../dashboard.calls.ts';
import MyDashboardScreen from './my-dashboard.screen.tsx';
import { readTexts } from '../../../../web/testing/table-cells.ts';

const file = buildFileSummary({ id: 17, file_id: '100017' });
const other: FileSummary = { ...file, id: 18, file_id: '100018', file_name: 'audi.ori', status: 'PENDING' };
const ticket: TicketSummary = {
  id: 3,
  ticket_id: 'T100003',
  file_id: 17,
  subject: 'A question about this file',
  username: 'ana',
  status: 'OPEN',
  opening_date: '2026-11-20T10:00:00.000Z',
  closing_date: null,
};
const NOTHING_NEEDED = fake(getNeedsYou, { needs: [], first_steps: null, first_start: null });
const nothing: Dashboard = { processed: 0, completed: 0, refunded: 0, canceled: 0, capped: [], files: [], tickets: [] };
const filled: Dashboard = {
  processed: 9,
  completed: 12,
  refunded: 3,
  canceled: 1,
  capped: [],
  files: [file, other],
  tickets: [ticket],
};

const show = () => renderScreen(<MyDashboardScreen />, { at: '/dashboard', path: '/dashboard' });
const findCount = (label: string) => screen.getByText(label).closest('div')?.querySelector('dd')?.textContent;
const files = () => screen.findByRole('table', { name: 'Last Files' });
const listHeaders = (table: HTMLElement) => readTexts(within(table).getAllByRole('columnheader'));
const search = () => screen.getByPlaceholderText('Search by file id, file name...');

test('the counts show the outcomes of the files', { tags: ['C-DSH-01', 'C-DSH-02', 'C-DSH-03'] }, async () => {
  const api = installFakeApi(NOTHING_NEEDED, fake(getUserDashboard, filled));
  show();
  await files();
  expect([findCount('Processed'), findCount('Refunded'), findCount('Canceled')]).toEqual(['12', '3', '1']);
  // In the words of the lists, where each status has its own filter.
  expect(screen.getByText('PROCESSED 9, COMPLETED 3')).toBeVisible();
  expect(api.callsOf(getUserDashboard)[0]?.input).toEqual({ userId: '7' });
});

describe('Last Files', () => {
  test(
    'has its columns, and View opens the file',
    { tags: ['C-DSH-05', 'C-DSH-06', 'C-DSH-07', 'C-DSH-08', 'C-DSH-09', 'C-DSH-10', 'C-DSH-18'] },
    async () => {
      installFakeApi(NOTHING_NEEDED, fake(getUserDashboard, filled));
      const { visitor, location } = show();
      const table = await files();
      expect(screen.getByRole('heading', { name: 'Last Files' })).toBeVisible();
      expect(listHeaders(table)).toEqual(['File ID', 'File Name', 'Price Status', 'Status', 'View']);
      const row = within(table).getByRole('row', { name: /100017/ });
      expect(within(row).getByText('UNPAID').closest('[data-tone]')).toHaveAttribute('data-tone', 'red');
      expect(within(row).getByText('IN PROGRESS').closest('[data-tone]')).toHaveAttribute('data-tone', 'yellow');
      await visitor.click(within(row).getByRole('link', { name: /^View/ }));
      expect(location()).toBe('/view-file/17');
    },
  );

  test('cuts file names to 10 characters, and has the full name too', { tags: ['C-DSH-T01', 'X-TRN-01'] }, async () => {
    installFakeApi(NOTHING_NEEDED, fake(getUserDashboard, filled));
    show();
    const table = await files();
    expect(within(table).getByText('VW_Golf_5_...')).toBeVisible();
    expect(within(table).getByTitle('VW_Golf_5_19TDI_EDC16U34.bin')).toBeVisible();
    expect(within(table).getByText('audi.ori')).toBeVisible();
  });

  test.each([
    ['file id', '00018'],
    ['file name, in any case', 'AUDI'],
  ])('is searched by %s', { tags: ['C-DSH-04'] }, async (_, text) => {
    installFakeApi(NOTHING_NEEDED, fake(getUserDashboard, filled));
    const { visitor } = show();
    const table = await files();
    await visitor.type(search(), text);
    expect(within(table).getByText('100018')).toBeVisible();
    expect(within(table).queryByText('100017')).not.toBeInTheDocument();
    expect(screen.getByText('A question about this file')).toBeVisible();
  });

  test('no match is distinguished from an empty list', { tags: ['C-DSH-04', 'G-17'] }, async () => {
    installFakeApi(NOTHING_NEEDED, fake(getUserDashboard, filled));
    const { visitor } = show();
    await files();
    await visitor.type(search(), 'opel');
    expect(screen.getByText('No results for “opel”')).toBeVisible();
    expect(screen.queryByText('No pending files found.')).not.toBeInTheDocument();
    const [, clear] = screen.getAllByRole('button', { name: 'Clear search' });
    await visitor.click(clear as HTMLElement);
    expect(within(await files()).getByText('100017')).toBeVisible();
  });
});

test(
  'Last Tickets has its columns, and View opens the file of the ticket',
  { tags: ['C-DSH-12', 'C-DSH-13', 'C-DSH-14', 'C-DSH-15', 'C-DSH-16'] },
  async () => {
    installFakeApi(NOTHING_NEEDED, fake(getUserDashboard, filled));
    const { visitor, location } = show();
    const table = await screen.findByRole('table', { name: 'Last Tickets' });
    expect(listHeaders(table)).toEqual(['Ticket ID', 'Subject', 'Status', 'View']);
    expect(within(table).getByText('T100003')).toBeVisible();
    expect(within(table).getByText('OPEN').closest('[data-tone]')).toHaveAttribute('data-tone', 'green');
    await visitor.click(within(table).getByRole('link', { name: /^View/ }));
    expect(location()).toBe('/view-file/17');
  },
);

test('an empty dashboard is shown as empty', { tags: ['C-DSH-11', 'C-DSH-17'] }, async () => {
  installFakeApi(NOTHING_NEEDED, fake(getUserDashboard, nothing));
  show();
  expect(await screen.findByText('No pending files found.')).toBeVisible();
  expect(screen.getByText('No open tickets found.')).toBeVisible();
  for (const link of screen.getAllByRole('link', { name: 'Upload File' }))
    expect(link).toHaveAttribute('href', '/upload');
  expect(screen.getByRole('link', { name: 'My Tickets' })).toHaveAttribute('href', '/my-ticket');
});

test('a search in an empty dashboard does not show "no results"', { tags: ['C-DSH-11'] }, async () => {
  installFakeApi(NOTHING_NEEDED, fake(getUserDashboard, nothing));
  const { visitor } = show();
  await screen.findByText('No pending files found.');
  await visitor.type(search(), 'golf');
  expect(screen.getByText('No pending files found.')).toBeVisible();
});

test('no list is shown as empty while it is loading', { tags: ['C-DSH-S01'] }, async () => {
  installFakeApi(
    NOTHING_NEEDED,
    fake(getUserDashboard, () => new Promise<Dashboard>(() => {})),
  );
  show();
  expect(await screen.findAllByText('Loading...')).not.toHaveLength(0);
  expect(screen.queryByText('No pending files found.')).not.toBeInTheDocument();
});

test('a failure is logged, ends the loading state and can be retried', { tags: ['C-DSH-S02', 'G-32'] }, async () => {
  const logged = vi.spyOn(console, 'warn').mockImplementation(() => {});
  const api = installFakeApi(NOTHING_NEEDED, fake(getUserDashboard, no(404)));
  const { visitor } = show();
  const [retry] = await screen.findAllByRole('button', { name: 'Retry' });
  expect(logged).toHaveBeenCalled();
  expect(screen.queryByText('Loading...')).not.toBeInTheDocument();
  // A part that is still loading hides everything below it (theme.css).
  expect(document.querySelector('[data-coming]')).toBeNull();
  expect(findCount('Processed')).toBe('–');
  api.use(fake(getUserDashboard, filled));
  await visitor.click(retry as HTMLElement);
  expect(within(await files()).getByText('100017')).toBeVisible();
});
