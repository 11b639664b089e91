import { screen, waitFor, within } from '@testing-library/react';
import { beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { fake, installFakeApi, no } from '../../../web/testing/fake-api.ts';
import { openAdminFile } from '../../../web/testing/open-admin-file.tsx';
import { queriesSettled } from '../../../web/testing/queries-settled.ts';
import { setScreenWidth } from '../../../web/testing/setup.ts';
import { TICKET, detailOf } from '../../../web/testing/ticket-examples.ts';
import * as files from '../../files/files.calls.ts';
import AdminViewFileWithTicketScreen from '../../files/page/web/admin-view-file-with-ticket.screen.tsx';
import { QUEUE_LISTED, listQueue, type QueueEntry } from '../queue.calls.ts';
import * as contract from '../tickets.calls.ts';

// Preloads the part that is only loaded where there is room for it.
beforeAll(() => import('./desk-queue.tsx'));

const entry = (file_id: number, fields: Partial<QueueEntry> = {}): QueueEntry => ({
  file_id,
  number: `1000${file_id}`,
  vehicle: 'Audi S3 1.8 T, 2001',
  username: 'vardar-chip',
  since: '2026-03-01T10:00:00.000Z',
  why: 'FILE',
  ...fields,
});

let api: ReturnType<typeof installFakeApi>;
beforeEach(() => {
  api = installFakeApi(
    fake(files.getFile, detailOf({})),
    fake(files.listFileHistory, []),
    fake(contract.getTicket, TICKET),
    fake(listQueue, [entry(12, { why: 'MESSAGE' }), entry(5)]),
  );
});

const queue = () => screen.findByRole('region', { name: 'Waiting in the queue: 2' });

test('at a wide desk, the queue is beside the file, which is marked in it', async () => {
  setScreenWidth(1600);
  await openAdminFile(<AdminViewFileWithTicketScreen />);
  const [reply, current] = within(await queue()).getAllByRole('link');
  expect(reply).toHaveTextContent('Awaiting a reply');
  expect(reply).toHaveAttribute('href', '/admin/view-file/12');
  expect(reply).not.toHaveAttribute('aria-current');
  expect(current).toHaveAttribute('aria-current', 'page');
});

test('a queue that is longer than what is listed has no end in its title', async () => {
  setScreenWidth(1600);
  api.use(
    fake(
      listQueue,
      Array.from({ length: QUEUE_LISTED }, (_, at) => entry(at + 1)),
    ),
  );
  await openAdminFile(<AdminViewFileWithTicketScreen />);
  expect(await screen.findByRole('region', { name: `Waiting in the queue: ${QUEUE_LISTED - 1}+` })).toBeVisible();
});

test('below that width it is neither shown nor asked for', async () => {
  setScreenWidth(1599);
  await openAdminFile(<AdminViewFileWithTicketScreen />);
  await queriesSettled();
  expect(screen.queryByRole('region', { name: /^Waiting in the queue/ })).toBeNull();
  expect(api.callsOf(listQueue)).toEqual([]);
});

test('an empty queue says so, and one that could not be loaded can be asked for again', async () => {
  setScreenWidth(1600);
  api.use(fake(listQueue, []));
  const { unmount } = await openAdminFile(<AdminViewFileWithTicketScreen />);
  expect(await screen.findByText('No other customer is waiting.')).toBeVisible();
  unmount();
  vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  api.use(fake(listQueue, no(500)));
  const { visitor } = await openAdminFile(<AdminViewFileWithTicketScreen />);
  const retry = await screen.findByRole('button', { name: 'Retry' }, { timeout: 10_000 });
  api.use(fake(listQueue, [entry(12), entry(5)]));
  await visitor.click(retry);
  await waitFor(async () => expect(await queue()).toBeVisible());
});
