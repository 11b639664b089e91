import { screen } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { fake, installFakeApi } from '../../../web/testing/fake-api.ts';
import { ADMINISTRATOR, CUSTOMER, renderScreen, tokenOf } from '../../../web/testing/render-screen.tsx';
import { expectSoundDialog } from '../../../web/testing/dialog-check.ts';
import * as contract from '../customer-views.calls.ts';
import { expectGuarded } from '../../../web/testing/leaving-check.ts';
import CustomerViews from './customer-views.tsx';
import { ViewAsCustomer } from './view-as-customer.tsx';

const REASON = 'The price list is said to be empty.';
const VIEW = { id: 3, created_at: '2026-11-28T14:02:00.000Z', reason: REASON };

test('a customer sees when support looked at the account, and why', async () => {
  installFakeApi(fake(contract.listMyViews, [VIEW]));
  renderScreen(<CustomerViews />, { at: '/account-settings', user: CUSTOMER });
  expect(await screen.findByText('Support looked at your account')).toBeVisible();
  expect(screen.getByRole('listitem')).toHaveTextContent(/2026.* · The price list is said to be empty\./);
});

const VIEW_TOKEN = tokenOf({ ...CUSTOMER, view_only: true });
const open = vi.fn<() => unknown>();
beforeEach(() => {
  open.mockReset();
  vi.stubGlobal('open', open);
});

async function ask(reason: string) {
  const api = installFakeApi(fake(contract.viewAsCustomer, { token: VIEW_TOKEN }));
  const shown = renderScreen(<ViewAsCustomer user={{ id: 7, username: 'Ana' }} />, {
    at: '/admin/edit-user/7',
    user: ADMINISTRATOR,
  });
  const press = () =>
    shown.visitor.click(screen.getAllByRole('button', { name: 'View as customer' }).at(-1) as Element);
  await press();
  await screen.findByRole('dialog');
  if (reason !== '') await shown.visitor.type(screen.getByLabelText(/^Reason/), reason);
  await press();
  return { ...shown, api, press };
}

test('a view needs a reason', async () => {
  const { api } = await ask('');
  expect(await screen.findByText('Please write why you look at the account.')).toBeVisible();
  expect(api.callsOf(contract.viewAsCustomer)).toEqual([]);
});

test('a tab begins with the token, which stays in no other', async () => {
  open.mockImplementation(() => sessionStorage.getItem('token') === VIEW_TOKEN && window);
  await ask(REASON);
  expect(await screen.findByRole('button', { name: 'View as customer' })).toBeVisible();
  expect(open).toHaveReturnedWith(window);
  expect(sessionStorage.getItem('token')).toBeNull();
});

test('a tab that the browser did not open is opened by the next press, without another view', async () => {
  open.mockReturnValueOnce(null).mockReturnValueOnce(window);
  const { api, press } = await ask(REASON);
  expect(await screen.findByText(/did not open the tab/)).toBeVisible();
  await press();
  expect(open).toHaveBeenCalledTimes(2);
  expect(api.callsOf(contract.viewAsCustomer)).toHaveLength(1);
});

test('its dialog is sound, and asks before a reason is lost', async () => {
  installFakeApi();
  const shown = renderScreen(<ViewAsCustomer user={{ id: 7, username: 'Ana' }} />, {
    at: '/admin/edit-user/7',
    user: ADMINISTRATOR,
  });
  const { visitor } = shown;
  const button = () => screen.getByRole('button', { name: 'View as customer' });
  await expectSoundDialog({
    of: 'features/accounts/web/view-dialog.tsx',
    visitor,
    name: 'See the portal as Ana',
    opener: button,
  });
  await expectGuarded(shown, {
    of: 'features/accounts/web/view-dialog.tsx',
    change: async () => {
      await visitor.click(button());
      await visitor.type(await screen.findByLabelText(/^Reason/), REASON);
    },
  });
});
