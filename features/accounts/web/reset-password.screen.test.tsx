import { screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { fake, installFakeApi, no, type FakeApi } from '../../../web/testing/fake-api.ts';
import { renderScreen } from '../../../web/testing/render-screen.tsx';
import { getLoginBackground } from '../../catalogue/media/media.calls.ts';
import { resetPassword } from '../accounts.calls.ts';
import ResetPasswordScreen from './reset-password.screen.tsx';

let api: FakeApi;
beforeEach(() => {
  api = installFakeApi(fake(getLoginBackground, null), fake(resetPassword, { message: 'Password successfully reset' }));
});

const show = (at = '/reset-password?token=abc') =>
  renderScreen(<ResetPasswordScreen />, { at, path: '/reset-password', user: null });

async function reset(password: string, confirmation = password, { at, button = 'Reset Password' } = {} as Link) {
  const view = show(at);
  await view.visitor.type(screen.getByLabelText(/^New Password/), password);
  await view.visitor.type(screen.getByLabelText(/^Confirm Password/), confirmation);
  await view.visitor.click(screen.getByRole('button', { name: button }));
  return view;
}

type Link = { at?: string; button?: string };

test('who was invited has no password to reset: it is chosen and saved', async () => {
  await reset('Copper-Lathe-88', undefined, { at: '/reset-password?token=invite-abc', button: 'Save' });
  expect(await screen.findByText('Your password is saved. You can log in now.')).toBeVisible();
});

test('without a token the page goes to the login', { tags: ['C-RPW-S01', 'X-RTE-02'] }, async () => {
  const view = show('/reset-password');
  await waitFor(() => expect(view.location()).toBe('/login'));
});

test('the token is removed from the address bar, and still works', async () => {
  const view = await reset('Copper-Lathe-88');
  expect(view.location()).toBe('/reset-password');
  expect(await screen.findByText('Password successfully reset')).toBeVisible();
});

test(
  'token and password are sent, the success is shown, and the login page follows',
  { tags: ['C-RPW-01', 'C-RPW-03', 'C-RPW-M02', 'C-RPW-S02', 'X-ERR-11'] },
  async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    const view = await reset('Copper-Lathe-88');
    expect(await screen.findByText('Password successfully reset')).toBeVisible();
    expect(api.callsOf(resetPassword)[0]?.input).toEqual({
      token: 'abc',
      password: 'Copper-Lathe-88',
      device: localStorage.getItem('device'),
    });
    expect(view.location()).toMatch(/^\/reset-password/);
    const button = document.querySelector('[type=submit]');
    expect(button).toHaveFocus();
    expect(button).toBeEnabled();
    expect(button).toHaveAttribute('aria-disabled', 'true');
    await vi.advanceTimersByTimeAsync(3100);
    await waitFor(() => expect(view.location()).toBe('/login'));
  },
);

test('both passwords have to match', { tags: ['C-RPW-02', 'C-RPW-M01', 'X-VAL-11'] }, async () => {
  await reset('Copper-Lathe-88', 'Copper-Lathe-89');
  expect(await screen.findByText('Passwords do not match')).toBeVisible();
  expect(api.callsOf(resetPassword)).toEqual([]);
});

test('on 400 the server’s message is shown; what was typed is kept', { tags: ['C-RPW-M03', 'X-ERR-12'] }, async () => {
  api.use(fake(resetPassword, no(400, 'This link was used before or is too old. Please ask for a new one.')));
  await reset('Copper-Lathe-88');
  expect(await screen.findByText('This link was used before or is too old. Please ask for a new one.')).toBeVisible();
  expect(screen.getByLabelText(/^New Password/)).toHaveValue('Copper-Lathe-88');
});

test.each([500, 0])('a failure (%i) shows our own text', { tags: ['C-RPW-M04', 'X-ERR-13'] }, async (status) => {
  api.use(fake(resetPassword, no(status, 'whatever')));
  await reset('Copper-Lathe-88');
  expect(await screen.findByText('There was a problem resetting your password')).toBeVisible();
});

test('the strength of the password is shown and does not block', { tags: ['G-64'] }, async () => {
  await reset('aaaaaaaa');
  expect(await screen.findByText('Password strength: weak')).toBeVisible();
  expect(api.callsOf(resetPassword)).toHaveLength(1);
});
