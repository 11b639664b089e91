import { screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { getSession } from '../../../../web/client/session.ts';
import { applicationConfiguration } from '../../../../web/testing/application-configuration.ts';
import { fake, installFakeApi, refused, type FakeApi } from '../../../../web/testing/fake-api.ts';
import { ADMINISTRATOR, CUSTOMER, renderScreen, tokenOf } from '../../../../web/testing/render-screen.tsx';
import { getLoginBackground } from '../../../catalogue/media/media.calls.ts';
import { getApplicationConfiguration } from '../../../shop/settings.calls.ts';
import { login } from '../../accounts.calls.ts';
import { passkeyKnown } from '../../accounts.errors.ts';
import * as contract from '../../passkeys.calls.ts';
import { getMySecondFactor, getUserSecondFactor, takeSecondStep } from '../../second-factor.calls.ts';
import LoginScreen from '../login.screen.tsx';
import PasskeysCard from './passkeys-card.tsx';
import { UserSecondFactor } from './user-second-factor.tsx';

const browser = vi.hoisted(() => ({
  startAuthentication: vi.fn<() => Promise<object>>(),
  startRegistration: vi.fn<() => Promise<object>>(),
}));
vi.mock('@simplewebauthn/browser', () => browser);

const LAPTOP = { id: 1, name: 'Laptop', created_at: '2026-03-01T10:00:00.000Z', last_used_at: null };
const PHONE = { ...LAPTOP, id: 2, name: 'Phone', last_used_at: '2026-03-02T10:00:00.000Z' };
const NONE = { since: null, recovery_codes_left: 0, passkeys: [], is_required: false };
const TWO = { ...NONE, recovery_codes_left: 9, passkeys: [LAPTOP, PHONE] };
const OPTIONS = { rpId: 'portal.example.com', challenge: 'abc' };
const ANSWER = { id: 'cred', rawId: 'cred', type: 'public-key' as const, response: {} };
const CODES = ['AAAA-BBBB-CCCC-DDDD'];

let api: FakeApi;
beforeEach(() => {
  vi.stubGlobal('PublicKeyCredential', {});
  browser.startAuthentication.mockResolvedValue(ANSWER);
  browser.startRegistration.mockResolvedValue(ANSWER);
  api = installFakeApi(
    fake(getLoginBackground, null),
    fake(getApplicationConfiguration, applicationConfiguration()),
    fake(login, { second_step: { ticket: 'ticket-1', has_passkey: true } }),
    fake(takeSecondStep, { token: tokenOf(CUSTOMER) }),
    fake(contract.beginPasskeySignIn, { ticket: 'ticket-2', options: OPTIONS }),
    fake(contract.signInWithPasskey, { token: tokenOf(CUSTOMER) }),
    fake(contract.askForSecondStepPasskey, { options: OPTIONS }),
    fake(contract.askForMyPasskey, { options: OPTIONS }),
    fake(contract.beginPasskey, { options: OPTIONS }),
    fake(contract.addPasskey, { id: 3, recovery_codes: CODES, token: tokenOf(CUSTOMER) }),
    fake(contract.renamePasskey, { message: 'done' }),
    fake(contract.removePasskey, { message: 'done' }),
    fake(getMySecondFactor, NONE),
    fake(getUserSecondFactor, { since: null, passkeys: 2 }),
  );
});
afterEach(() => vi.unstubAllGlobals());

const BUTTON = { name: 'Log in with a passkey' };

describe('the login page', () => {
  const open = () => renderScreen(<LoginScreen />, { at: '/login', user: null });

  test('logs in with a passkey, without e-mail address and password', async () => {
    const { visitor } = open();
    await visitor.click(screen.getByRole('button', BUTTON));
    await waitFor(() => expect(getSession()?.user.id).toBe(CUSTOMER.id));
    expect(api.callsOf(contract.signInWithPasskey)[0]?.input).toMatchObject({ ticket: 'ticket-2', passkey: ANSWER });
  });

  test('asks the server for nothing before the button is pressed', async () => {
    open();
    expect(await screen.findByRole('button', BUTTON)).toBeVisible();
    expect(api.callsOf(contract.beginPasskeySignIn)).toEqual([]);
  });

  test('has no such button in a browser without passkeys', async () => {
    vi.unstubAllGlobals();
    open();
    expect(await screen.findByLabelText(/^Password/)).toBeVisible();
    expect(screen.queryByRole('button', BUTTON)).not.toBeInTheDocument();
  });

  test.for([
    [{ name: 'NotAllowedError' }, 'No passkey was used. Please try again.'],
    [{ code: 'ERROR_INVALID_RP_ID' }, 'Passkeys work at portal.example.com. Please open the portal there.'],
  ] as const)('says what went wrong in the dialog of the browser: %o', async ([wrong, sentence]) => {
    browser.startAuthentication.mockRejectedValue(Object.assign(new Error('in English'), wrong));
    const { visitor } = open();
    await visitor.click(screen.getByRole('button', BUTTON));
    expect(await screen.findByText(sentence)).toBeVisible();
    expect(api.callsOf(contract.signInWithPasskey)).toEqual([]);
  });

  test('takes a passkey in place of the code', async () => {
    const { visitor } = open();
    await visitor.type(screen.getByLabelText(/^Email/), 'ana@example.com');
    await visitor.type(screen.getByLabelText(/^Password/), 'Petrol-Teal-26');
    await visitor.click(screen.getByRole('button', { name: 'Login' }));
    await visitor.click(await screen.findByRole('button', { name: 'Use a passkey' }));
    await waitFor(() => expect(getSession()?.user.id).toBe(CUSTOMER.id));
    expect(api.callsOf(contract.askForSecondStepPasskey)[0]?.input).toEqual({ ticket: 'ticket-1' });
    expect(api.callsOf(takeSecondStep)[0]?.input).toMatchObject({ ticket: 'ticket-1', passkey: ANSWER });
  });
});

describe('the passkeys of an account', () => {
  const open = () => renderScreen(<PasskeysCard />, { user: CUSTOMER });
  const press = async (visitor: ReturnType<typeof open>['visitor'], name: string) =>
    visitor.click(await screen.findByRole('button', { name }));

  test('begin with the password; the recovery codes are shown until they are saved', async () => {
    const { visitor } = open();
    await press(visitor, 'Add a passkey');
    await visitor.type(screen.getByLabelText(/^Current Password/), 'Petrol-Teal-26');
    await press(visitor, 'Add a passkey');
    expect(await screen.findByText(CODES[0] as string)).toBeVisible();
    expect(api.callsOf(contract.addPasskey)[0]?.input).toMatchObject({ new_passkey: ANSWER });
    await press(visitor, 'I have saved them');
    expect(await screen.findByRole('button', { name: 'Add a passkey' })).toBeVisible();
  });

  test('an empty code asks for a passkey that is there already', async () => {
    api.use(fake(getMySecondFactor, TWO));
    const { visitor } = open();
    await press(visitor, 'Add a passkey');
    await visitor.type(screen.getByLabelText(/^Current Password/), 'Petrol-Teal-26');
    await press(visitor, 'Add a passkey');
    await waitFor(() => expect(api.callsOf(contract.beginPasskey)).toHaveLength(1));
    expect(api.callsOf(contract.beginPasskey)[0]?.input).toEqual({
      current_password: 'Petrol-Teal-26',
      passkey: ANSWER,
    });
  });

  test('a refusal of the server is shown', async () => {
    api.use(fake(contract.addPasskey, refused(passkeyKnown())));
    const { visitor } = open();
    await press(visitor, 'Add a passkey');
    await visitor.type(screen.getByLabelText(/^Current Password/), 'Petrol-Teal-26');
    await press(visitor, 'Add a passkey');
    expect(await screen.findByText('This passkey is in use already.')).toBeVisible();
  });

  test('are renamed', async () => {
    api.use(fake(getMySecondFactor, TWO));
    const { visitor } = open();
    await press(visitor, 'Rename Phone');
    const field = screen.getByLabelText(/^Name/);
    await visitor.clear(field);
    await visitor.type(field, 'Work phone{Enter}');
    await waitFor(() => expect(api.callsOf(contract.renamePasskey)[0]?.input).toEqual({ id: '2', name: 'Work phone' }));
  });

  test('are removed with the password and a code', async () => {
    api.use(fake(getMySecondFactor, TWO));
    const { visitor } = open();
    await press(visitor, 'Remove Laptop');
    expect(screen.getByLabelText(/^Current Password/)).toHaveFocus();
    await visitor.type(screen.getByLabelText(/^Current Password/), 'Petrol-Teal-26');
    await visitor.type(screen.getByLabelText(/^Code/), '123456');
    await press(visitor, 'Remove');
    await waitFor(() =>
      expect(api.callsOf(contract.removePasskey)[0]?.input).toMatchObject({ id: '1', code: '123456' }),
    );
  });

  test('the last one of staff who need it has no way to remove it', async () => {
    api.use(fake(getMySecondFactor, { ...TWO, passkeys: [LAPTOP], is_required: true }));
    open();
    expect(await screen.findByRole('button', { name: 'Rename Laptop' })).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Remove Laptop' })).not.toBeInTheDocument();
  });
});

test('the page of a user says how many passkeys there are', async () => {
  renderScreen(<UserSecondFactor user={{ id: 77, username: 'Ana' }} />, { user: ADMINISTRATOR });
  expect(await screen.findByText('2 passkeys')).toBeVisible();
  expect(screen.getByRole('button', { name: 'Reset' })).toBeVisible();
});
