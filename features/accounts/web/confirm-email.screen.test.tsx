import { screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { fake, installFakeApi, no, type FakeApi } from '../../../web/testing/fake-api.ts';
import { ADMINISTRATOR, renderScreen } from '../../../web/testing/render-screen.tsx';
import { getLoginBackground } from '../../catalogue/media/media.calls.ts';
import { confirmEmailChange } from '../account-changes.calls.ts';
import ConfirmEmailScreen from './confirm-email.screen.tsx';

let api: FakeApi;
beforeEach(() => {
  api = installFakeApi(
    fake(getLoginBackground, null),
    fake(confirmEmailChange, { message: 'Done', email: 'new@example.com' }),
  );
});

const show = (at = '/confirm-email?token=abc', user: typeof ADMINISTRATOR | null = null) =>
  renderScreen(<ConfirmEmailScreen />, { at, path: '/confirm-email', user });

test('without a token the page goes to the login, and nothing is sent', async () => {
  const view = show('/confirm-email');
  await waitFor(() => expect(view.location()).toBe('/login'));
  expect(api.callsOf(confirmEmailChange)).toEqual([]);
});

test('the token is sent once and removed from the address bar, and the new e-mail address is shown', async () => {
  const view = show();
  expect(
    await screen.findByText('Your email address is now new@example.com. Use it the next time you log in.'),
  ).toBeVisible();
  expect(api.callsOf(confirmEmailChange).map(({ input }) => input)).toEqual([{ token: 'abc' }]);
  expect(view.location()).toBe('/confirm-email');
  expect(screen.getByRole('link', { name: 'Back to login' })).toHaveAttribute('href', '/login');
});

test('a signed-in user can go back to the account', async () => {
  show(undefined, ADMINISTRATOR);
  const link = await screen.findByRole('link', { name: 'Account Settings' });
  expect(link).toHaveAttribute('href', '/admin/account-settings');
});

test('a used link shows the server’s message and no Retry', async () => {
  api.use(fake(confirmEmailChange, no(400, 'This link was used before or is too old.')));
  show();
  expect(await screen.findByText('This link was used before or is too old.')).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Retry' })).not.toBeInTheDocument();
});

test('after any other failure Retry sends the same token again', async () => {
  api.use(fake(confirmEmailChange, no(500, 'internal')));
  const { visitor } = show();
  expect(await screen.findByText('The email address could not be confirmed.')).toBeVisible();
  api.use(fake(confirmEmailChange, { message: 'Done', email: 'new@example.com' }));
  await visitor.click(screen.getByRole('button', { name: 'Retry' }));
  expect(await screen.findByText(/^Your email address is now/)).toBeVisible();
  expect(api.callsOf(confirmEmailChange).map(({ input }) => input)).toEqual([{ token: 'abc' }, { token: 'abc' }]);
});
