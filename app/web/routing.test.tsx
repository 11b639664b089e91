import { screen, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { getMyUser } from '../../features/accounts/accounts.calls.ts';
import { getDashboard, getNeedsYou, getUserDashboard } from '../../features/staff/dashboard/dashboard.calls.ts';
import { getFile, listUserFiles } from '../../features/files/files.calls.ts';
import { getLoginBackground } from '../../features/catalogue/media/media.calls.ts';
import { listOperatorNotices } from '../../features/shop/notices/notices.calls.ts';
import { getApplicationConfiguration } from '../../features/shop/settings.calls.ts';
import type { SessionUser } from '../../contract/session.ts';
import { Routing } from './routing.tsx';
import { applicationConfiguration } from '../../web/testing/application-configuration.ts';
import { fake, installFakeApi, no, type FakeApi } from '../../web/testing/fake-api.ts';
import { myUser } from '../../web/testing/my-user.ts';
import { ADMINISTRATOR, CUSTOMER, renderScreen } from '../../web/testing/render-screen.tsx';

const nothing = { processed: 0, completed: 0, refunded: 0, canceled: 0, capped: [], files: [], tickets: [] };

let api: FakeApi;

beforeEach(() => {
  sessionStorage.clear();
  api = installFakeApi(
    fake(getMyUser, myUser()),
    fake(getDashboard, nothing),
    fake(getUserDashboard, nothing),
    fake(getNeedsYou, { needs: [], first_steps: null, first_start: null }),
    fake(getLoginBackground, null),
    fake(listOperatorNotices, []),
    fake(getApplicationConfiguration, applicationConfiguration()),
  );
});

const lead = (at: string, user: SessionUser | null) => renderScreen(<Routing />, { at, user });

/** Visitor, requested path, and where it leads for which user. */
const ways: [string, string, string, SessionUser | null][] = [
  ['nobody', '/', '/login', null],
  ['nobody', '/dashboard', '/login', null],
  ['nobody', '/admin/all-users', '/login', null],
  ['nobody', '/no-such-place', '/login', null],
  ['nobody', '/register', '/register', null],
  ['a customer', '/', '/dashboard', CUSTOMER],
  ['a customer', '/no-such-place', '/dashboard', CUSTOMER],
  ['a customer', '/admin', '/login', CUSTOMER],
  ['a customer', '/admin/dashboard', '/login', CUSTOMER],
  ['a customer', '/login', '/login', CUSTOMER],
  ['an administrator', '/', '/admin/dashboard', ADMINISTRATOR],
  ['an administrator', '/admin', '/admin/dashboard', ADMINISTRATOR],
  ['an administrator', '/admin/no-such-place', '/admin/dashboard', ADMINISTRATOR],
  ['an administrator', '/dashboard', '/login', ADMINISTRATOR],
  ['an administrator', '/no-such-place', '/login', ADMINISTRATOR],
];

describe(
  'every path redirects by the rules',
  {
    tags: ['X-RTE-01', 'X-RTE-03', 'X-RTE-04', 'X-RTE-05', 'X-RTE-07', 'X-RTE-08', 'X-RTE-09', 'X-SES-05', 'X-ROL-05'],
  },
  () => {
    test.each(ways)('%s at %s ends up at %s', async (_who, at, end, user) => {
      const { location } = lead(at, user);
      await waitFor(() => expect(location()).toBe(end));
      await screen.findByRole('heading', { level: 1 });
      expect(location()).toBe(end);
    });
  },
);

test('the page of a file’s changes, which has no frame, takes keys too', async () => {
  api.use(fake(getFile, no(404)));
  const { visitor } = lead('/view-file/17/changes', CUSTOMER);
  await screen.findByRole('heading', { level: 1 });
  await visitor.keyboard('?');
  expect(await screen.findByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible();
});

test('shows a loading text while the screen is unknown', { tags: ['X-SHL-23', 'X-SHL-S04', 'X-RTE-10'] }, async () => {
  // No other test opens this screen, so its code is not loaded yet.
  api.use(fake(listUserFiles, []));
  const view = lead('/my-files', CUSTOMER);
  expect(view.container).toHaveTextContent('Loading...');
  await screen.findByRole('heading', { level: 1 });
});

test('a 403 ends the session and leads to /login and why', { tags: ['X-RTE-06', 'X-SES-04', 'X-ERR-01'] }, async () => {
  vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  api.use(fake(getMyUser, no(403)), fake(getUserDashboard, no(403)));
  const { location } = lead('/dashboard', CUSTOMER);
  await waitFor(() => expect(location()).toBe('/login'));
  expect(localStorage.getItem('token')).toBeNull();
  expect(localStorage.getItem('user')).toBeNull();
  await screen.findByText('Your session has ended. Please log in again.');
});
