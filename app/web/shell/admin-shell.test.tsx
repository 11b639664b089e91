import { act, screen, within } from '@testing-library/react';
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { getMyUser } from '../../../features/accounts/accounts.calls.ts';
import { getWaiting } from '../../../features/staff/dashboard/dashboard.calls.ts';
import { getApplicationConfiguration } from '../../../features/shop/settings.calls.ts';
import { applicationConfiguration } from '../../../web/testing/application-configuration.ts';
import { fake, installFakeApi } from '../../../web/testing/fake-api.ts';
import { myUser } from '../../../web/testing/my-user.ts';
import { ADMINISTRATOR, renderScreen } from '../../../web/testing/render-screen.tsx';
import { setPrefersDark } from '../../../web/testing/setup.ts';
import AdminShell from './admin-shell.tsx';
import { readTexts } from '../../../web/testing/table-cells.ts';

const show = (at = '/admin/dashboard') => renderScreen(<AdminShell />, { at, user: ADMINISTRATOR });

beforeEach(() => {
  installFakeApi(
    fake(getMyUser, myUser(ADMINISTRATOR)),
    fake(getApplicationConfiguration, applicationConfiguration()),
    fake(getWaiting, { files: 0, tickets: 0, payments: 0 }),
  );
});

test(
  'the sidebar has 17 entries for an administrator: the 13 of the specification and four more',
  {
    tags: [
      'A-SHL-01',
      'A-SHL-02',
      'A-SHL-03',
      'A-SHL-04',
      'A-SHL-05',
      'A-SHL-06',
      'A-SHL-07',
      'A-SHL-08',
      'A-SHL-09',
      'A-SHL-10',
      'A-SHL-11',
      'A-SHL-12',
      'A-SHL-13',
      'X-ROL-03',
      'X-ROL-04',
      'X-RTE-09',
    ],
  },
  () => {
    show();
    const links = within(screen.getByRole('navigation', { name: 'Main menu' })).getAllByRole('link');
    expect(links.map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
      ['Dashboard', '/admin/dashboard'],
      ['All files', '/admin/all-files'],
      ['All tickets', '/admin/all-tickets'],
      ['DTC OFF files', '/admin/dtc-off-files'],
      ['All Credits History', '/admin/credits-ledger'],
      ['Payments', '/admin/payments'],
      ['Reports', '/admin/reports'],
      ['Price list', '/admin/price-list'],
      ['All users', '/admin/all-users'],
      ['Email', '/admin/email'],
      ['Push notification', '/admin/push-notification'],
      ['Solution Price', '/admin/solutions'],
      ['Solution images', '/admin/solution-images'],
      ['Login/Register Images', '/admin/login-images'],
      ['Gain', '/admin/gain'],
      ['Configuration', '/admin/application-configuration'],
      ['Records', '/admin/audit'],
    ]);
  },
);

test('what a staff role leaves out is not in the sidebar, nor among the commands', () => {
  const user = { ...ADMINISTRATOR, staff_capabilities: ['admin-area.open' as const, 'payments.review' as const] };
  renderScreen(<AdminShell />, { at: '/admin/price-list', user });
  const menu = within(screen.getByRole('navigation', { name: 'Main menu' }));
  expect(readTexts(menu.getAllByRole('link'))).toEqual(['Payments', 'Price list', 'Gain']);
});

test('the sidebar counts the files, tickets and payments that wait for staff', async () => {
  installFakeApi(
    fake(getMyUser, myUser(ADMINISTRATOR)),
    fake(getApplicationConfiguration, applicationConfiguration()),
    fake(getWaiting, { files: 4, tickets: 2, payments: 1 }),
  );
  show();
  const menu = within(screen.getByRole('navigation', { name: 'Main menu' }));
  for (const name of ['All files, 4 waiting', 'All tickets, 2 waiting', 'Payments, 1 waiting']) {
    expect(await menu.findByRole('link', { name })).toBeVisible();
  }
  expect(menu.getAllByRole('link', { name: /waiting/ })).toHaveLength(3);
});

test('parts of the work are shown below the list that is open, with their counts', async () => {
  const none = { files: 0, tickets: 0 };
  const work = { mine: { files: 3, tickets: 0 }, unassigned: { files: 100, tickets: 1 }, overdue: none };
  installFakeApi(
    fake(getMyUser, myUser(ADMINISTRATOR)),
    fake(getApplicationConfiguration, applicationConfiguration()),
    fake(getWaiting, { files: 4, tickets: 2, payments: 1, work }),
  );
  show('/admin/all-files');
  const menu = within(screen.getByRole('navigation', { name: 'Main menu' }));
  await menu.findByText('99+');
  const links = menu.getAllByRole('link', { name: /My queue|Unassigned|Overdue/ });
  expect(links.map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
    ['My queue3', '/admin/all-files?work=mine'],
    ['Unassigned99+', '/admin/all-files?work=unassigned'],
    ['Overdue', '/admin/all-files?work=overdue'],
  ]);
});

test('"g" and a letter leads to every entry of the sidebar, with a unique letter for each', async () => {
  // The time between two keys is the test's, however busy the machine is.
  vi.useFakeTimers({ toFake: ['performance'] });
  onTestFinished(() => void vi.useRealTimers());
  const { visitor, location } = show('/admin/nowhere');
  const seen: string[] = [];
  for (const shortcut of 'dftuhmosilengpcaybrkwx') {
    await visitor.keyboard(`g${shortcut}`);
    seen.push(location());
  }
  const links = within(screen.getByRole('navigation', { name: 'Main menu' })).getAllByRole('link');
  const tabs = ['/admin/security-log', '/admin/bin', '/admin/disk-use', '/admin/webhooks', '/outbox'];
  const places = [...links.map((link) => link.getAttribute('href') ?? ''), ...tabs];
  expect(seen.toSorted()).toEqual(places.toSorted());
});

test.each([
  ['Records', '/admin/bin', ['Audit list', 'Security log', 'Bin', 'Disk use', 'Webhooks']],
  ['Email', '/outbox', ['Email', 'Outbox']],
])('%s is one entry of the menu, and every screen of it is a tab with its own address', async (name, at, tabs) => {
  const { visitor, location } = show(at);
  const entry = within(screen.getByRole('navigation', { name: 'Main menu' })).getByRole('link', { name });
  expect(entry).toHaveAttribute('aria-current', 'true');
  await screen.findByRole('navigation', { name });
  const row = () => within(screen.getByRole('navigation', { name }));
  expect(readTexts(row().getAllByRole('link'))).toEqual(tabs);
  expect(row().getByRole('link', { current: 'page' })).toHaveAttribute('href', at);
  for (const tab of tabs) {
    await visitor.click(row().getByRole('link', { name: tab }));
    expect(row().getByRole('link', { current: 'page' })).toHaveTextContent(tab);
    expect(location()).toBe(row().getByRole('link', { name: tab }).getAttribute('href'));
  }
});

test('pages inside a section highlight it', { tags: ['X-SHL-18'] }, () => {
  show('/admin/edit-user/7');
  expect(screen.getByRole('link', { name: 'All users' })).toHaveAttribute('aria-current', 'true');
  expect(screen.getByRole('link', { name: 'Dashboard' })).not.toHaveAttribute('aria-current');
});

test('the clock shows Europe/Skopje and ticks', { tags: ['A-SHL-14'] }, async () => {
  vi.useFakeTimers({ now: new Date('2026-07-01T21:59:58.400Z') });
  show();
  expect(screen.getByText('Europe/Skopje')).toBeVisible();
  // Nor is the zone hidden on a phone, where a time without it would be taken for the local one.
  expect(screen.getByText('Europe/Skopje').className).not.toMatch(/sr-only|hidden/);
  expect(screen.getByText('23:59:58')).toBeVisible();
  await act(() => vi.advanceTimersByTimeAsync(600));
  expect(screen.getByText('23:59:59')).toBeVisible();
  await act(() => vi.advanceTimersByTimeAsync(1000));
  expect(screen.getByText('00:00:00')).toBeVisible();
});

test('there is neither a balance nor a dark mode toggle', { tags: ['A-SHL-15', 'A-SHL-16'] }, async () => {
  show();
  await screen.findByText('support');
  expect(screen.queryByTitle('Click to buy Credits')).not.toBeInTheDocument();
  expect(screen.queryByRole('switch')).not.toBeInTheDocument();
});

test('dark mode follows the operating system and stores no choice', { tags: ['G-44'] }, () => {
  localStorage.setItem('darkMode', 'false');
  setPrefersDark(true);
  show();
  expect(document.documentElement).toHaveClass('dark');
  act(() => setPrefersDark(false));
  expect(document.documentElement).not.toHaveClass('dark');
  expect(localStorage.getItem('darkMode')).toBe('false');
});

test('the account menu leads to the account settings of the area', { tags: ['X-SHL-20'] }, async () => {
  const { visitor, location } = show();
  await visitor.click(screen.getByRole('button', { name: 'Account menu' }));
  await visitor.click(screen.getByRole('menuitem', { name: 'Account settings' }));
  expect(location()).toBe('/admin/account-settings');
});

test('the sidebar has the groups Work, Money, People and Portal', () => {
  show();
  const menu = within(screen.getByRole('navigation', { name: 'Main menu' }));
  expect(readTexts(menu.getAllByRole('heading'))).toEqual(['Work', 'Money', 'People', 'Portal']);
  const people = within(menu.getByRole('list', { name: 'People' })).getAllByRole('link');
  expect(readTexts(people)).toEqual(['All users', 'Email', 'Push notification']);
});
