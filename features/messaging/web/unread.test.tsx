import { act, screen, waitFor } from '@testing-library/react';
import type { ReactNode } from 'react';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { fake, installFakeApi, no, type FakeApi } from '../../../web/testing/fake-api.ts';
import { myUser } from '../../../web/testing/my-user.ts';
import { renderScreen } from '../../../web/testing/render-screen.tsx';
import { MainArea } from '../../../web/frame/main-area.tsx';
import { getMyUser } from '../../accounts/accounts.calls.ts';
import { listUserFiles } from '../../files/files.calls.ts';
import { listUserTickets } from '../../tickets/tickets.calls.ts';
import type { TicketSummary } from '../../tickets/ticket.ts';
import {
  listNotificationChoices,
  markFileRead,
  updateNotificationChoice,
  type Notification,
  type NotificationChoice,
} from '../notifications.calls.ts';
import { useMyUser } from '../../accounts/web/accounts.api.ts';
import { useUnreadCount } from '../../accounts/web/unread.api.ts';
import { buildFileDetail, buildFileSummary } from '../../files/files.factory.ts';
import { FileHeader } from '../../files/web/file-header.tsx';
import MyFilesScreen from '../../files/web/my-files.screen.tsx';
import MyTicketsScreen from '../../tickets/web/my-tickets.screen.tsx';
import NotificationChoices from './notification-choices.tsx';

const entry = (id: number, fields: Partial<Notification> = {}): Notification => ({
  id,
  message: 'Your file is ready',
  url: '/view-file/17',
  kind: 'PRICE',
  file_id: 17,
  date: new Date().toISOString(),
  ...fields,
});

const buildTicketSummary = (id: number, file_id: number): TicketSummary => ({
  id,
  ticket_id: `TKT-${id}`,
  file_id,
  subject: `Golf ${file_id}`,
  username: 'Ana',
  status: 'OPEN',
  opening_date: '2026-11-20T08:00:00.000Z',
  closing_date: null,
});

let api: FakeApi;
let unread: Notification[];
beforeEach(() => {
  unread = [entry(5), entry(6, { kind: 'REPLY' }), entry(7, { file_id: 18 })];
  api = installFakeApi(
    fake(getMyUser, () => myUser({ notifications: unread })),
    fake(markFileRead, ({ fileId, up_to }) => {
      unread = unread.filter((one) => String(one.file_id) !== String(fileId) || one.id > up_to);
      return { message: 'Marked as read.' };
    }),
  );
});

/** Requests the user, which the shell does otherwise. */
function Asking() {
  useMyUser();
  return null;
}

/** Shows the number in the tab's title, as the shell does. */
const Area = ({ children }: { children: ReactNode }) => <MainArea unread={useUnreadCount()}>{children}</MainArea>;

const hide = (state: DocumentVisibilityState) => {
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue(state);
  act(() => void document.dispatchEvent(new Event('visibilitychange')));
};

describe('the page of a file', () => {
  const page = (
    <Area>
      <Asking />
      <FileHeader detail={buildFileDetail({ id: 17 })} />
    </Area>
  );

  test('marks its unread notifications as read, once, and still shows what was new', async () => {
    renderScreen(page);
    expect(await screen.findByText('New: Price')).toBeInTheDocument();
    expect(screen.getByText('New: Reply')).toBeInTheDocument();
    await waitFor(() => expect(document.title).toMatch(/^\(1\) /));
    expect(api.callsOf(markFileRead).map(({ input }) => input)).toEqual([{ fileId: '17', up_to: 6 }]);
    expect(screen.getByText('New: Price')).toBeInTheDocument();
  });

  test('leaves them unread in a hidden tab until it becomes visible', async () => {
    hide('hidden');
    renderScreen(page);
    await waitFor(() => expect(document.title).toMatch(/^\(3\) /));
    expect(api.callsOf(markFileRead)).toEqual([]);
    hide('visible');
    await waitFor(() => expect(document.title).toMatch(/^\(1\) /));
    expect(api.callsOf(markFileRead)).toHaveLength(1);
  });

  test('sends one request when the server fails, and restores the count', async () => {
    vi.spyOn(console, 'warn').mockImplementation(() => undefined);
    api.use(fake(markFileRead, no(500)));
    renderScreen(page);
    await waitFor(() => expect(api.callsOf(markFileRead)).toHaveLength(1));
    await waitFor(() => expect(document.title).toMatch(/^\(3\) /));
    expect(api.callsOf(markFileRead)).toHaveLength(1);
  });
});

test('the tab title has no number when nothing is unread', async () => {
  unread = [];
  renderScreen(
    <Area>
      <Asking />
      <h1>My Files</h1>
    </Area>,
  );
  await waitFor(() => expect(api.callsOf(getMyUser)).toHaveLength(1));
  expect(document.title).toBe('My Files · Tunedesk');
});

describe('lists', () => {
  test('mark files with unread notifications, and name their kinds', async () => {
    api.use(fake(listUserFiles, [buildFileSummary({ id: 17 }), buildFileSummary({ id: 19 })]));
    renderScreen(
      <>
        <Asking />
        <MyFilesScreen />
      </>,
    );
    expect(await screen.findAllByTitle('Unread: Price, Reply')).toHaveLength(1);
    expect(screen.getAllByTitle(/^Unread/)).toHaveLength(1);
  });

  test('mark only the tickets with an unread reply', async () => {
    const tickets = [buildTicketSummary(1, 17), buildTicketSummary(2, 18)];
    api.use(fake(listUserTickets, tickets));
    renderScreen(
      <>
        <Asking />
        <MyTicketsScreen />
      </>,
    );
    expect(await screen.findAllByTitle('Unread: Reply')).toHaveLength(1);
    expect(screen.getAllByTitle(/^Unread/)).toHaveLength(1);
  });
});

describe('notification settings', () => {
  const choices = [
    { kind: 'REPLY', by_mail: true, by_push: true },
    { kind: 'PRICE', by_mail: true, by_push: false },
  ] as const;
  const tick = (name: string) => screen.findByRole('checkbox', { name });

  test('show where each kind is sent, and save one choice', async () => {
    let stored: NotificationChoice[] = [...choices];
    api.use(
      fake(listNotificationChoices, () => stored),
      fake(updateNotificationChoice, (choice) => {
        stored = stored.map((one) => (one.kind === choice.kind ? { ...one, ...choice } : one));
        return stored.find(({ kind }) => kind === choice.kind) as NotificationChoice;
      }),
    );
    const { visitor } = renderScreen(<NotificationChoices />);
    expect(await tick('Reply: Email')).toBeChecked();
    expect(await tick('Price: Push')).not.toBeChecked();
    await visitor.click(await tick('Price: Push'));
    expect(await tick('Price: Push')).toBeChecked();
    await waitFor(() => expect(api.callsOf(listNotificationChoices)).toHaveLength(2));
    expect(api.callsOf(updateNotificationChoice).map(({ input }) => input)).toEqual([{ kind: 'PRICE', by_push: true }]);
    expect(await tick('Price: Push')).toBeChecked();
  });

  test('revert a tick that was not saved, and show an error', async () => {
    vi.spyOn(console, 'warn').mockImplementation(() => undefined);
    api.use(fake(listNotificationChoices, [...choices]), fake(updateNotificationChoice, no(500)));
    const { visitor } = renderScreen(<NotificationChoices />);
    await visitor.click(await tick('Reply: Email'));
    expect(await screen.findByRole('alert')).toHaveTextContent('Your choice was not saved.');
    expect(await tick('Reply: Email')).toBeChecked();
  });
});
