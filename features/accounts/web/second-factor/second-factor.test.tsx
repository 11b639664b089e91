import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, test } from 'vitest';
import { Routing } from '../../../../app/web/routing.tsx';
import { getSession } from '../../../../web/client/session.ts';
import { applicationConfiguration } from '../../../../web/testing/application-configuration.ts';
import { expectSoundDialog } from '../../../../web/testing/dialog-check.ts';
import { fake, installFakeApi, refused, type FakeApi } from '../../../../web/testing/fake-api.ts';
import { ADMINISTRATOR, CUSTOMER, renderScreen, tokenOf } from '../../../../web/testing/render-screen.tsx';
import { getLoginBackground } from '../../../catalogue/media/media.calls.ts';
import { getApplicationConfiguration } from '../../../shop/settings.calls.ts';
import { login } from '../../accounts.calls.ts';
import LoginScreen from '../login.screen.tsx';
import * as contract from '../../second-factor.calls.ts';
import { signInTicketSpent } from '../../accounts.errors.ts';
import SecondFactorCard from './second-factor-card.tsx';
import { UserSecondFactor } from './user-second-factor.tsx';

const CODES = ['AAAA-BBBB-CCCC-DDDD', 'EEEE-FFFF-GGGG-HHHH'];
const OFF = { since: null, recovery_codes_left: 0, passkeys: [], is_required: false };
const ON = { since: '2026-03-01T10:00:00.000Z', recovery_codes_left: 1, passkeys: [], is_required: false };
const KEY = { secret: 'ABCDEFGH', uri: 'otpauth://totp/Tunedesk:ana@example.com?secret=ABCDEFGH' };

let api: FakeApi;
beforeEach(() => {
  api = installFakeApi(
    fake(getLoginBackground, null),
    fake(getApplicationConfiguration, applicationConfiguration()),
    fake(login, { second_step: { ticket: 'ticket-1', has_passkey: false } }),
    fake(contract.takeSecondStep, { token: tokenOf(CUSTOMER) }),
    fake(contract.getMySecondFactor, OFF),
    fake(contract.beginSecondFactor, KEY),
    fake(contract.confirmSecondFactor, {
      recovery_codes: CODES,
      token: tokenOf({ ...ADMINISTRATOR, username: 'protected' }),
    }),
    fake(contract.turnOffSecondFactor, { message: 'done' }),
    fake(contract.renewRecoveryCodes, { recovery_codes: CODES }),
    fake(contract.getUserSecondFactor, { since: ON.since, passkeys: 0 }),
    fake(contract.resetSecondFactor, { message: 'done' }),
  );
});

describe('the login of an account with a second factor', () => {
  const reachSecondStep = async () => {
    const view = renderScreen(<LoginScreen />, { at: '/login', user: null });
    await view.visitor.type(screen.getByLabelText(/^Email/), 'ana@example.com');
    await view.visitor.type(screen.getByLabelText(/^Password/), 'Petrol-Teal-26');
    await view.visitor.click(screen.getByRole('button', { name: 'Login' }));
    await screen.findByRole('heading', { name: 'Enter the code' });
    return view;
  };

  test('asks for the code on a page of its own, and logs in with it', async () => {
    const { visitor } = await reachSecondStep();
    expect(getSession()).toBeNull();
    const field = await screen.findByLabelText(/^Code/);
    expect(field).toHaveFocus();
    await visitor.type(field, '123 456{Enter}');
    await waitFor(() => expect(getSession()?.user.id).toBe(CUSTOMER.id));
    expect(api.callsOf(contract.takeSecondStep)[0]?.input).toMatchObject({ ticket: 'ticket-1', code: '123 456' });
  });

  test('says what is wrong with a code, and Cancel leads back to the login', async () => {
    api.use(fake(contract.takeSecondStep, refused(signInTicketSpent())));
    const { visitor } = await reachSecondStep();
    await visitor.type(await screen.findByLabelText(/^Code/), '123456{Enter}');
    expect(await screen.findByText('The login took too long. Please log in again.')).toBeVisible();
    await visitor.click(screen.getByRole('button', { name: 'Cancel' }));
    expect(await screen.findByLabelText(/^Password/)).toBeVisible();
  });
});

describe('setting it up', () => {
  const setUp = async (visitor: ReturnType<typeof renderScreen>['visitor']) => {
    await visitor.type(await screen.findByLabelText(/^Current Password/), 'Petrol-Teal-26');
    await visitor.click(screen.getByRole('button', { name: 'Continue' }));
    expect(await screen.findByRole('img', { name: 'QR code for the authenticator app' })).toBeVisible();
    expect(screen.getByText('ABCD EFGH')).toBeVisible();
    expect(screen.getByText(/^Scan this picture/)).toHaveFocus();
    await visitor.type(screen.getByLabelText(/^Code/), '123456');
    await visitor.click(screen.getByRole('button', { name: 'Turn on' }));
    for (const code of CODES) expect(await screen.findByText(code)).toBeVisible();
    expect(screen.getByRole('heading', { name: 'Your recovery codes' })).toHaveFocus();
  };

  test('shows the key as a picture and as text, and the recovery codes until they are saved', async () => {
    const { visitor } = renderScreen(<SecondFactorCard />, { user: CUSTOMER });
    await visitor.click(await screen.findByRole('button', { name: 'Set up' }));
    expect(screen.getByLabelText(/^Current Password/)).toHaveFocus();
    await setUp(visitor);
    api.use(fake(contract.getMySecondFactor, ON));
    await visitor.click(screen.getByRole('button', { name: 'I have saved them' }));
    expect(await screen.findByText(/1 recovery code left/)).toBeVisible();
    expect(screen.queryByText(CODES[0] as string)).not.toBeInTheDocument();
  });

  test('is all that staff see who must have it, and gives them a session that may do everything', async () => {
    const user = { ...ADMINISTRATOR, must_add_second_factor: true };
    const { visitor } = renderScreen(<Routing />, { at: '/admin/dashboard', user });
    expect(await screen.findByRole('heading', { name: 'Set up the two-step login' })).toBeVisible();
    expect(screen.queryByRole('navigation')).not.toBeInTheDocument();
    await setUp(visitor);
    expect(getSession()?.user).toHaveProperty('must_add_second_factor');
    await visitor.click(screen.getByRole('button', { name: 'I have saved them' }));
    await waitFor(() => expect(getSession()?.user.username).toBe('protected'));
    expect(getSession()?.user).not.toHaveProperty('must_add_second_factor');
  });
});

describe('an account that has it', () => {
  beforeEach(() => api.use(fake(contract.getMySecondFactor, ON)));

  test('turns it off with the password and a code', async () => {
    const { visitor } = renderScreen(<SecondFactorCard />, { user: CUSTOMER });
    await visitor.click(await screen.findByRole('button', { name: 'Turn off' }));
    expect(screen.getByLabelText(/^Current Password/)).toHaveFocus();
    await visitor.type(screen.getByLabelText(/^Current Password/), 'Petrol-Teal-26');
    await visitor.type(screen.getByLabelText(/^Code/), '123456');
    await visitor.click(screen.getByRole('button', { name: 'Turn off' }));
    await waitFor(() => expect(api.callsOf(contract.turnOffSecondFactor)).toHaveLength(1));
  });

  test('of staff who must have it shows no way to turn it off', async () => {
    api.use(fake(contract.getMySecondFactor, { ...ON, is_required: true }));
    renderScreen(<SecondFactorCard />, { user: ADMINISTRATOR });
    expect(await screen.findByRole('button', { name: 'Make new recovery codes' })).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Turn off' })).not.toBeInTheDocument();
  });

  test('is reset by an administrator after a question', async () => {
    const { visitor } = renderScreen(<UserSecondFactor user={{ id: 77, username: 'Ana' }} />, { user: ADMINISTRATOR });
    await screen.findByRole('button', { name: 'Reset' });
    await expectSoundDialog({
      of: 'features/accounts/web/second-factor/user-second-factor-card.tsx',
      visitor,
      name: 'Two-step login',
      role: 'alertdialog',
      opener: () => screen.getByRole('button', { name: 'Reset' }),
    });
    await visitor.click(screen.getByRole('button', { name: 'Reset' }));
    expect(api.callsOf(contract.resetSecondFactor)).toEqual([]);
    const dialog = await screen.findByRole('alertdialog');
    await visitor.click(within(dialog).getByRole('button', { name: 'Reset' }));
    await waitFor(() => expect(api.callsOf(contract.resetSecondFactor)[0]?.input).toMatchObject({ id: '77' }));
  });
});
