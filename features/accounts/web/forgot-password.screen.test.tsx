import { screen } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { fake, installFakeApi, no, type FakeApi } from '../../../web/testing/fake-api.ts';
import { renderScreen } from '../../../web/testing/render-screen.tsx';
import { getLoginBackground } from '../../catalogue/media/media.calls.ts';
import { requestPasswordReset } from '../accounts.calls.ts';
import ForgotPasswordScreen from './forgot-password.screen.tsx';

let api: FakeApi;
beforeEach(() => {
  api = installFakeApi(
    fake(getLoginBackground, null),
    fake(requestPasswordReset, { message: 'Reset link has been sent to your email.' }),
  );
});

async function ask(email: string) {
  const view = renderScreen(<ForgotPasswordScreen />, { at: '/forgot-password', path: '/forgot-password', user: null });
  if (email !== '') await view.visitor.type(screen.getByLabelText(/^Email/), email);
  await view.visitor.click(screen.getByRole('button', { name: 'Reset Password' }));
  return view;
}

test('an address is sent, and a link is on its way', { tags: ['C-FPW-01', 'C-FPW-02', 'C-FPW-M01'] }, async () => {
  await ask('ana@example.com');
  expect(await screen.findByText('Reset link has been sent to your email.')).toBeVisible();
  expect(api.callsOf(requestPasswordReset)[0]?.input).toEqual({ email: 'ana@example.com' });
});

test('the field is of type e-mail, is required and needs a valid address', { tags: ['C-FPW-01'] }, async () => {
  const { visitor } = await ask('');
  expect(screen.getByLabelText(/^Email/)).toHaveAttribute('type', 'email');
  expect(await screen.findByText('Please enter a valid email address.')).toBeVisible();
  await visitor.type(screen.getByLabelText(/^Email/), 'nonsense');
  expect(await screen.findByText('Please enter a valid email address.')).toBeVisible();
  expect(api.callsOf(requestPasswordReset)).toEqual([]);
});

test('on 400 the server’s message is shown', { tags: ['C-FPW-M02', 'X-ERR-09'] }, async () => {
  api.use(fake(requestPasswordReset, no(400, 'Please enter a valid email address.')));
  await ask('ana@example.com');
  expect(await screen.findByText('Please enter a valid email address.')).toBeVisible();
});

test.each([500, 429, 0])('a failure (%i) shows our own text', { tags: ['C-FPW-M03', 'X-ERR-10'] }, async (status) => {
  api.use(fake(requestPasswordReset, no(status, 'whatever')));
  await ask('ana@example.com');
  expect(await screen.findByText('There was a problem sending the reset link.')).toBeVisible();
});

test('a link leads back to the login', { tags: ['C-FPW-03'] }, async () => {
  await ask('');
  expect(screen.getByRole('link', { name: 'Back to login' })).toHaveAttribute('href', '/login');
});
