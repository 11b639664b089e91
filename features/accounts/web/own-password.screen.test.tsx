import { screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { Routing } from '../../../app/web/routing.tsx';
import { getSession } from '../../../web/client/session.ts';
import { applicationConfiguration } from '../../../web/testing/application-configuration.ts';
import { fake, installFakeApi, type FakeApi } from '../../../web/testing/fake-api.ts';
import { myUser } from '../../../web/testing/my-user.ts';
import { CUSTOMER, renderScreen, tokenOf } from '../../../web/testing/render-screen.tsx';
import { getUserDashboard } from '../../staff/dashboard/dashboard.calls.ts';
import { getLoginBackground } from '../../catalogue/media/media.calls.ts';
import { getApplicationConfiguration } from '../../shop/settings.calls.ts';
import { changePassword, getMyUser } from '../accounts.calls.ts';
import OwnPasswordScreen from './own-password.screen.tsx';

const GENERATED = { ...CUSTOMER, must_change_password: true };
const NEW_TOKEN = tokenOf({ ...CUSTOMER, username: 'ana' });

let api: FakeApi;
beforeEach(() => {
  api = installFakeApi(
    fake(getMyUser, myUser()),
    fake(getLoginBackground, null),
    fake(getApplicationConfiguration, applicationConfiguration()),
    fake(getUserDashboard, {
      processed: 0,
      completed: 0,
      refunded: 0,
      canceled: 0,
      capped: [],
      files: [],
      tickets: [],
    }),
    fake(changePassword, { message: 'Password changed successfully!', token: NEW_TOKEN }),
  );
});

test('a user with a generated password sees only the form to choose another one', async () => {
  renderScreen(<Routing />, { at: '/dashboard', user: GENERATED });
  expect(await screen.findByRole('heading', { name: 'Choose your own password' })).toBeVisible();
  expect(screen.queryByRole('navigation')).not.toBeInTheDocument();
  expect(api.callsOf(getUserDashboard)).toEqual([]);
});

test('the chosen password gives the browser a session that may do everything', async () => {
  const { visitor } = renderScreen(<OwnPasswordScreen />, { user: GENERATED });
  await visitor.type(screen.getByLabelText(/^Current Password/), 'kY3-shown-once');
  await visitor.type(screen.getByLabelText(/^New Password/), 'Copper-Lathe-88');
  await visitor.type(screen.getByLabelText(/^Confirm Password/), 'Copper-Lathe-88');
  await visitor.click(screen.getByRole('button', { name: 'Change Password' }));
  await waitFor(() => expect(getSession()?.token).toBe(NEW_TOKEN));
  expect(getSession()?.user).not.toHaveProperty('must_change_password');
});
