import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { getMyUser } from '../../../features/accounts/accounts.calls.ts';
import {
  markNotificationRead,
  markNotificationsRead,
  type Notification,
} from '../../../features/messaging/notifications.calls.ts';
import { fake, installFakeApi, no, type FakeApi } from '../../../web/testing/fake-api.ts';
import { myUser } from '../../../web/testing/my-user.ts';
import { CUSTOMER, renderScreen } from '../../../web/testing/render-screen.tsx';
import { recentMessages } from '../../../web/ui/recent-messages.ts';
import { BellMenu } from './top-bar.tsx';
import { readTexts } from '../../../web/testing/table-cells.ts';

const HOUR_MS = 3_600_000;
const NOTIFICATIONS: Notification[] = [
  {
    id: 12,
    message: 'Your file is <b>ready</b>',
    url: '/view-file/17',
    kind: 'READY',
    file_id: 17,
    date: new Date(Date.now() - 3 * HOUR_MS).toISOString(),
  },
  {
    id: 11,
    message: 'New prices',
    url: null,
    kind: null,
    file_id: null,
    date: new Date(Date.now() - 50 * HOUR_MS).toISOString(),
  },
];

let api: FakeApi;
let unread: Notification[];

beforeEach(() => {
  unread = NOTIFICATIONS;
  const done = { message: 'Marked as read.' };
  api = installFakeApi(
    fake(getMyUser, () => myUser({ notifications: unread })),
    fake(markNotificationRead, ({ notificationId }) => {
      unread = unread.filter(({ id }) => id !== notificationId);
      return done;
    }),
    fake(markNotificationsRead, () => {
      unread = [];
      return done;
    }),
  );
});

const bell = () => screen.getByRole('button', { name: /^Notifications/ });
const entries = () => within(screen.getByRole('list', { name: 'Notifications' })).getAllByRole('listitem');

async function open() {
  const view = renderScreen(<BellMenu />, { at: '/dashboard' });
  await waitFor(() => expect(bell()).toHaveAccessibleName(/unread/));
  await view.visitor.click(bell());
  await screen.findByText('New prices');
  return view;
}

test('the bell counts what is unread', { tags: ['X-SHL-07'] }, async () => {
  renderScreen(<BellMenu />);
  expect(bell()).toHaveAccessibleName('Notifications');
  await waitFor(() => expect(bell()).toHaveAccessibleName('Notifications, 2 unread'));
});

describe('the list', () => {
  test('shows them as HTML with their age', { tags: ['X-SHL-02', 'X-SHL-04', 'X-NOT-01', 'X-NOT-03'] }, async () => {
    await open();
    expect(entries().map((entry) => within(entry).getByText(/ago/).textContent)).toEqual(['3 hours ago', '2 days ago']);
    expect(screen.getByText('ready').tagName).toBe('B');
    const list = screen.getByRole('list', { name: 'Notifications' });
    expect(list.className).toMatch(/max-h-/);
    expect(list).toHaveClass('overflow-y-auto');
    // A scrollable list must be scrollable with the keyboard.
    expect(list).toHaveAttribute('tabindex', '0');
  });

  test('"View" marks its notification as read, and no other', async () => {
    const { visitor } = await open();
    await visitor.click(screen.getByRole('link', { name: 'View' }));
    await waitFor(() => expect(bell()).toHaveAccessibleName('Notifications, 1 unread'));
    expect(api.callsOf(markNotificationRead)).toHaveLength(1);
  });

  test('"View" leads to the url and closes the list, if there is one', { tags: ['X-SHL-03', 'X-NOT-01'] }, async () => {
    const { visitor, location } = await open();
    expect(screen.getAllByRole('link', { name: 'View' })).toHaveLength(1);
    await visitor.click(screen.getByRole('link', { name: 'View' }));
    expect(location()).toBe('/view-file/17');
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  });

  test('"View" of an external address opens a new tab, and marks the notification as read', async () => {
    unread = [{ ...(NOTIFICATIONS[1] as Notification), url: 'https://example.com/news' }];
    const { visitor } = await open();
    const link = screen.getByRole('link', { name: 'View' });
    expect(link).toHaveAttribute('target', '_blank');
    expect(link).toHaveAttribute('rel', 'noopener noreferrer');
    link.addEventListener('click', (event) => event.preventDefault());
    await visitor.click(link);
    expect(await screen.findByText('No notifications')).toBeVisible();
    expect(screen.getByRole('heading', { name: 'Notifications' })).toHaveFocus();
  });

  test('shows when there are no notifications', { tags: ['X-SHL-08'] }, async () => {
    unread = [];
    const { visitor } = renderScreen(<BellMenu />);
    await visitor.click(bell());
    expect(await screen.findByText('No notifications')).toBeVisible();
    expect(screen.getByRole('link', { name: 'My Files' })).toHaveAttribute('href', '/my-files');
    expect(screen.queryByRole('button', { name: 'Mark all as read' })).not.toBeInTheDocument();
  });
});

describe('marking as read', () => {
  test('one leaves the list at once, and the focus stays', { tags: ['X-SHL-05', 'X-NOT-02', 'X-API-30'] }, async () => {
    const { visitor } = await open();
    await visitor.click(within(entries()[0] as HTMLElement).getByRole('button', { name: 'Mark as read' }));
    await waitFor(() => expect(readTexts(entries())).toEqual([expect.stringMatching(/^New prices/)]));
    expect(api.callsOf(markNotificationRead).map(({ input }) => input)).toEqual([
      { userId: String(CUSTOMER.id), notificationId: '12' },
    ]);
    expect(screen.getByRole('dialog')).toContainElement(document.activeElement as HTMLElement);
  });

  test('all of them leave the list', { tags: ['X-SHL-06', 'X-NOT-02', 'X-API-31'] }, async () => {
    const { visitor } = await open();
    await visitor.click(screen.getByRole('button', { name: 'Mark all as read' }));
    expect(await screen.findByText('No notifications')).toBeVisible();
    // Those in the list, and no other.
    const [newest, oldest] = NOTIFICATIONS.map(({ id }) => id);
    expect(api.callsOf(markNotificationsRead).map(({ input }) => input)).toEqual([
      { userId: String(CUSTOMER.id), from: oldest, up_to: newest },
    ]);
    expect(bell()).toHaveAccessibleName('Notifications');
  });

  test('a failure is only logged, and what was unread reappears', { tags: ['X-NOT-05', 'X-ERR-32'] }, async () => {
    const logged = vi.spyOn(console, 'warn').mockImplementation(() => undefined);
    api.use(fake(markNotificationRead, no(500, 'Something went wrong')));
    const { visitor } = await open();
    await visitor.click(screen.getAllByRole('button', { name: 'Mark as read' })[0] as HTMLElement);
    await waitFor(() => expect(logged).toHaveBeenCalledWith('Mark as read failed', expect.anything()));
    await waitFor(() => expect(entries()).toHaveLength(2));
    expect(recentMessages.list()).toEqual([]);
  });
});
