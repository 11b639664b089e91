import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { getMyUser } from '../../../features/accounts/accounts.calls.ts';
import { getDashboard, getNeedsYou, getUserDashboard } from '../../../features/staff/dashboard/dashboard.calls.ts';
import { getLoginBackground } from '../../../features/catalogue/media/media.calls.ts';
import { listOperatorNotices } from '../../../features/shop/notices/notices.calls.ts';
import { getApplicationConfiguration } from '../../../features/shop/settings.calls.ts';
import type { SessionUser } from '../../../contract/session.ts';
import { LocalizedApp } from '../app.tsx';
import { applicationConfiguration } from '../../../web/testing/application-configuration.ts';
import { fake, installFakeApi } from '../../../web/testing/fake-api.ts';
import { myUser } from '../../../web/testing/my-user.ts';
import { ADMINISTRATOR, CUSTOMER, renderScreen } from '../../../web/testing/render-screen.tsx';

const NOTHING = { processed: 0, completed: 0, refunded: 0, canceled: 0, capped: [], files: [], tickets: [] };

async function open(at: string, user: SessionUser | null, is_test_mode: boolean) {
  installFakeApi(
    fake(getApplicationConfiguration, applicationConfiguration({ is_test_mode })),
    fake(getMyUser, myUser()),
    fake(getDashboard, NOTHING),
    fake(getUserDashboard, NOTHING),
    fake(getNeedsYou, { needs: [], first_steps: null, first_start: null }),
    fake(getLoginBackground, null),
    fake(listOperatorNotices, []),
  );
  renderScreen(<LocalizedApp />, { at, user });
  await screen.findByRole('heading', { level: 1 });
}

test.each<[string, string, SessionUser | null]>([
  ['a visitor', '/login', null],
  ['a visitor', '/supported-ecus', null],
  ['a customer', '/dashboard', CUSTOMER],
  ['an administrator', '/admin/dashboard', ADMINISTRATOR],
])('%s sees TEST MODE at %s and cannot close it', async (_who, at, user) => {
  await open(at, user, true);
  const strip = await screen.findByRole('complementary', { name: 'TEST MODE' });
  expect(strip).toHaveTextContent('no money moves');
  expect(within(strip).queryByRole('button')).not.toBeInTheDocument();
});

test('a portal with real payments, or only on this machine, has no strip', async () => {
  await open('/login', null, false);
  expect(screen.queryByRole('complementary', { name: 'TEST MODE' })).not.toBeInTheDocument();
});
