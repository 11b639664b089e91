import { act, screen, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { Routing } from '../../../../app/web/routing.tsx';
import CustomerShell from '../../../../app/web/shell/customer-shell.tsx';
import AdminShell from '../../../../app/web/shell/admin-shell.tsx';
import { getSession } from '../../../../web/client/session.ts';
import { applicationConfiguration } from '../../../../web/testing/application-configuration.ts';
import { expectSoundDialog } from '../../../../web/testing/dialog-check.ts';
import { fake, installFakeApi, refused, type FakeApi } from '../../../../web/testing/fake-api.ts';
import { myUser } from '../../../../web/testing/my-user.ts';
import { ADMINISTRATOR, CUSTOMER, renderScreen, tokenOf } from '../../../../web/testing/render-screen.tsx';
import { getLoginBackground } from '../../../catalogue/media/media.calls.ts';
import { getApplicationConfiguration } from '../../../shop/settings.calls.ts';
import { getWaiting } from '../../../staff/dashboard/dashboard.calls.ts';
import { continuationSpent } from '../../accounts.errors.ts';
import { getMyUser } from '../../accounts.calls.ts';
import * as contract from '../../continuation.calls.ts';
import ContinueScreen from './continue.screen.tsx';

let api: FakeApi;
beforeEach(() => {
  api = installFakeApi(
    fake(getLoginBackground, null),
    fake(getApplicationConfiguration, applicationConfiguration()),
    fake(getMyUser, myUser()),
    fake(getWaiting, { files: 0, tickets: 0, payments: null }),
    fake(contract.createContinuation, { code: 'K7QM4XTP' }),
    fake(contract.findContinuation, { username: 'ana', email: 'ana@example.com' }),
    fake(contract.takeContinuation, { token: tokenOf(CUSTOMER), page: '/elsewhere?tab=chat' }),
  );
});

describe('a customer who continues on another device', () => {
  const opener = () => screen.getByRole('button', { name: 'Account menu', hidden: true });
  const openMenu = (shell = <CustomerShell />, user = CUSTOMER) => renderScreen(shell, { at: '/dashboard', user });
  const choose = async (visitor: ReturnType<typeof openMenu>['visitor']) => {
    await visitor.click(opener());
    await visitor.click(await screen.findByRole('menuitem', { name: 'Continue on another device' }));
  };

  // It belongs to no screen that the next test replaces.
  const close = async (visitor: ReturnType<typeof openMenu>['visitor']) => {
    await visitor.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  };

  test('sees a picture, the address and the code, in a sound dialog of the account menu', async () => {
    const { visitor } = openMenu();
    const of = 'features/accounts/web/continuation/continue-dialog.tsx';
    await expectSoundDialog({ of, visitor, name: 'Continue on another device', opener, open: () => choose(visitor) });
    await choose(visitor);
    expect(await screen.findByText('K7QM-4XTP')).toBeVisible();
    expect(screen.getByRole('img', { name: 'QR code for the other device' })).toBeVisible();
    expect(screen.getByText(/\/continue$/)).toBeVisible();
    expect(api.callsOf(contract.createContinuation)).toHaveLength(2);
    await close(visitor);
  });

  test('is told after two minutes that the code is over, and makes another', async () => {
    const { visitor } = openMenu();
    await choose(visitor);
    await screen.findByText('K7QM-4XTP');
    const now = performance.now();
    vi.spyOn(performance, 'now').mockReturnValue(now + 121_000);
    expect(await screen.findByText('The code has expired.')).toBeVisible();
    expect(screen.queryByText('K7QM-4XTP')).not.toBeInTheDocument();
    vi.restoreAllMocks();
    await visitor.click(screen.getByRole('button', { name: 'New code' }));
    expect(await screen.findByText('K7QM-4XTP')).toBeVisible();
    expect(api.callsOf(contract.createContinuation)).toHaveLength(2);
    await close(visitor);
  });

  test('leaves the dialog by going back, like the page for which it is', async () => {
    const { visitor } = openMenu();
    await choose(visitor);
    await screen.findByText('K7QM-4XTP');
    act(() => void dispatchEvent(new PopStateEvent('popstate')));
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  });

  test('is a customer: staff have no such entry', async () => {
    const { visitor } = openMenu(<AdminShell />, ADMINISTRATOR);
    await visitor.click(opener());
    await screen.findByRole('menuitem', { name: 'Logout' });
    expect(screen.queryByRole('menuitem', { name: 'Continue on another device' })).not.toBeInTheDocument();
  });
});

describe('the other device', () => {
  test('says which account it opens, keeps the code out of the address, and goes on at the page after one press', async () => {
    const { visitor, location } = renderScreen(<ContinueScreen />, { at: '/continue?token=K7QM4XTP', user: null });
    expect(await screen.findByText('ana@example.com')).toBeVisible();
    expect(location()).toBe('/continue');
    expect(api.callsOf(contract.takeContinuation)).toEqual([]);
    await visitor.click(screen.getByRole('button', { name: 'Continue' }));
    await waitFor(() => expect(location()).toBe('/elsewhere?tab=chat'));
    expect(getSession()?.user.id).toBe(CUSTOMER.id);
    expect(api.callsOf(contract.findContinuation)).toHaveLength(1);
  });

  test('takes a typed code, and asks for another one when it is over', async () => {
    const { visitor } = renderScreen(<Routing />, { at: '/continue', user: null });
    const field = await screen.findByLabelText(/^Code/);
    await visitor.click(screen.getByRole('button', { name: 'Continue' }));
    expect(await screen.findByText('Please enter the code.')).toBeVisible();
    api.use(fake(contract.findContinuation, refused(continuationSpent())));
    await visitor.type(field, 'k7qm-4xtp{Enter}');
    expect(await screen.findByText(/^The code is wrong, has expired or was used/)).toBeVisible();
    api.use(fake(contract.findContinuation, { username: 'ana', email: 'ana@example.com' }));
    await visitor.clear(screen.getByLabelText(/^Code/));
    await visitor.type(screen.getByLabelText(/^Code/), 'AAAA BBBB{Enter}');
    expect(await screen.findByText('ana@example.com')).toBeVisible();
    api.use(fake(contract.takeContinuation, refused(continuationSpent())));
    await visitor.click(screen.getByRole('button', { name: 'Continue' }));
    expect(await screen.findByText(/^The code is wrong, has expired or was used/)).toBeVisible();
    expect(await screen.findByLabelText(/^Code/)).toBeVisible();
    expect(getSession()).toBeNull();
  });
});
