import { screen, waitFor, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { fake, installFakeApi, no } from '../../../web/testing/fake-api.ts';
import { fakeTickets } from '../../../web/testing/fake-list.ts';
import { ADMINISTRATOR, renderScreen } from '../../../web/testing/render-screen.tsx';
import { listUserTickets } from '../tickets.calls.ts';
import type { TicketSummary } from '../ticket.ts';
import AllTicketsScreen from './all-tickets.screen.tsx';
import MyTicketsScreen from './my-tickets.screen.tsx';
import { readTexts } from '../../../web/testing/table-cells.ts';

const buildTicket = (id: number, changes: Partial<TicketSummary> = {}): TicketSummary => ({
  id,
  ticket_id: `T10000${id}`,
  file_id: id + 30,
  subject: `Ticket ID:1000${id + 30}`,
  username: 'ana',
  status: 'OPEN',
  opening_date: '2026-03-02T08:00:00.000Z',
  closing_date: null,
  ...changes,
});

const TICKETS = [
  buildTicket(3, { subject: 'Ticket ID:100033 with a subject longer than thirty-five', username: 'bruno' }),
  buildTicket(2, { status: 'CLOSED', closing_date: '2026-03-04T10:00:00.000Z' }),
  buildTicket(1),
];

function showMine(tickets: TicketSummary[] | ReturnType<typeof no> = TICKETS, at = '/my-ticket') {
  const api = installFakeApi(fake(listUserTickets, tickets));
  return { api, ...renderScreen(<MyTicketsScreen />, { at, path: '/my-ticket' }) };
}

function showAll(tickets: TicketSummary[] = TICKETS, at = '/admin/all-tickets') {
  const api = installFakeApi(...fakeTickets(tickets));
  return { api, ...renderScreen(<AllTicketsScreen />, { at, path: '/admin/all-tickets', user: ADMINISTRATOR }) };
}

const rows = async (name: string) =>
  within(await screen.findByRole('table', { name }))
    .getAllByRole('row')
    .slice(1);
const headers = () => readTexts(screen.getAllByRole('columnheader'));

test('My Tickets requests the user’s own tickets and has their columns', { tags: ['C-TIC-02'] }, async () => {
  const { api } = showMine();
  expect(screen.getByRole('heading', { level: 1, name: 'My Tickets' })).toBeVisible();
  const [first, second] = await rows('My Tickets');
  expect(headers()).toEqual(['Ticket ID', 'Subject', 'Status', 'Opening Date', 'Closing Date', 'View']);
  expect(first).toHaveTextContent('T100003');
  expect(first).toHaveTextContent('OPEN');
  expect(second).toHaveTextContent('CLOSED');
  expect(api.callsOf(listUserTickets)[0]?.input).toEqual({ id: '7' });
});

test(
  'a subject is cut to 35 characters, and a ticket that is not closed shows N/A',
  { tags: ['C-TIC-05', 'C-TIC-T01', 'X-TRN-05'] },
  async () => {
    showMine();
    const [first, second] = await rows('My Tickets');
    const cut = within(first as HTMLElement).getByText('Ticket ID:100033 with a subject lon...');
    expect(cut.textContent).toHaveLength(35 + '...'.length);
    expect(first).toHaveTextContent('N/A');
    expect(second).not.toHaveTextContent('N/A');
  },
);

test('every row leads to the file of its ticket', { tags: ['C-TIC-04'] }, async () => {
  const { location, visitor } = showMine();
  const [first] = await rows('My Tickets');
  const links = within(first as HTMLElement).getAllByRole('link');
  expect(new Set(links.map((link) => link.getAttribute('href')))).toEqual(new Set(['/view-file/33']));
  await visitor.click(screen.getByRole('link', { name: 'View ticket T100002' }));
  expect(location()).toBe('/view-file/32');
});

test('the search finds tickets by id and subject, and is in the URL', { tags: ['C-TIC-01'] }, async () => {
  const { visitor, location } = showMine();
  await rows('My Tickets');
  const search = screen.getByPlaceholderText('Search by ticket id, subject...');
  await visitor.type(search, 't100002');
  expect(await rows('My Tickets')).toHaveLength(1);
  await visitor.clear(search);
  await visitor.type(search, '100031');
  const [only, ...others] = await rows('My Tickets');
  expect([only?.textContent.includes('T100001'), others.length]).toEqual([true, 0]);
  await waitFor(() => expect(location()).toBe('/my-ticket?q=100031'));
  await visitor.clear(search);
  await visitor.type(search, 'nothing like it');
  expect(await screen.findByText(/No results for/)).toBeVisible();
});

test('a status in the URL filters the list', async () => {
  showMine(TICKETS, '/my-ticket?status=CLOSED');
  expect(await rows('My Tickets')).toHaveLength(1);
});

test('without tickets a message is shown, and a failure offers Retry', { tags: ['C-TIC-03', 'G-32'] }, async () => {
  const { unmount } = showMine([]);
  expect(await screen.findByText('No tickets found.')).toBeVisible();
  expect(screen.getByRole('link', { name: 'My Files' })).toHaveAttribute('href', '/my-files');
  unmount();
  vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  const { api, visitor } = showMine(no(500));
  const retry = await screen.findByRole('button', { name: 'Retry' });
  api.use(fake(listUserTickets, TICKETS));
  await visitor.click(retry);
  expect(await rows('My Tickets')).toHaveLength(3);
});

test(
  'an administrator sees how many tickets there are, and whose',
  {
    tags: [
      'A-TIC-01',
      'A-TIC-02',
      'A-TIC-03',
      'A-TIC-04',
      'A-TIC-05',
      'A-TIC-06',
      'A-TIC-07',
      'A-TIC-08',
      'A-TIC-09',
      'A-TIC-T01',
    ],
  },
  async () => {
    showAll();
    expect(await screen.findByRole('heading', { level: 1, name: 'Total Tickets 3' })).toBeVisible();
    expect(screen.getByPlaceholderText('Search by ticket id, subject...')).toBeVisible();
    const [first, second] = await rows('All tickets');
    expect(headers()).toEqual([
      'Select',
      'Ticket ID',
      'Subject',
      'Username',
      'Status',
      'Opening Date',
      'Closing Date',
      'Assigned to',
      'Waiting',
      'View',
    ]);
    expect(first).toHaveTextContent('bruno');
    expect(first).toHaveTextContent('N/A');
    expect(within(first as HTMLElement).getByText('Ticket ID:100033 with a subject lon...')).toBeVisible();
    expect(second).toHaveTextContent('CLOSED');
  },
);

test("an administrator's View leads to the file in the admin area", { tags: ['A-TIC-10'] }, async () => {
  const { visitor, location } = showAll();
  await rows('All tickets');
  const link = screen.getByRole('link', { name: 'View ticket T100002' });
  expect(link).toHaveTextContent('View');
  await visitor.click(link);
  expect(location()).toBe('/admin/view-file/32');
});

test('the total stays the same while a search narrows the list', async () => {
  showAll(TICKETS, '/admin/all-tickets?q=T100001');
  expect(await rows('All tickets')).toHaveLength(1);
  expect(screen.getByRole('heading', { level: 1, name: 'Total Tickets 3' })).toBeVisible();
});

test('a row leads with the vehicle and what was written last, and the literal subject follows', async () => {
  const vehicle = { brand: 'Audi', ecu: 'S3 1.8 T', generation: '2001' };
  showMine([buildTicket(1, { ...vehicle, last_message: 'Which injectors are fitted?' })]);
  const [row] = await rows('My Tickets');
  expect(row).toHaveTextContent('Audi S3 1.8 T, 2001 · “Which injectors are fitted?” · Ticket ID:100031');
});
