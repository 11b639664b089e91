import { screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { fake, installFakeApi, no, type FakeApi } from '../../../web/testing/fake-api.ts';
import { renderScreen } from '../../../web/testing/render-screen.tsx';
import { getLoginBackground } from '../../catalogue/media/media.calls.ts';
import { activateAccount, resendActivation } from '../accounts.calls.ts';
import ActivateAccountScreen from './activate-account.screen.tsx';

let api: FakeApi;
beforeEach(() => {
  api = installFakeApi(fake(getLoginBackground, null), fake(activateAccount, { message: 'Done' }));
});

const show = (at = '/activate-account?token=abc') =>
  renderScreen(<ActivateAccountScreen />, { at, path: '/activate-account', user: null });

test('without a token the login page opens, and nothing is sent', { tags: ['C-ACT-S01', 'X-RTE-02'] }, async () => {
  const view = show('/activate-account');
  await waitFor(() => expect(view.location()).toBe('/login'));
  expect(api.callsOf(activateAccount)).toEqual([]);
});

test(
  'the token is sent once on load, the success is shown, and the login page follows after 3 s',
  { tags: ['C-ACT-01', 'C-ACT-M01', 'C-ACT-S02', 'C-ACT-Z01', 'X-ERR-14', 'X-TST-03'] },
  async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    const view = show();
    const sentence = 'Your account has been successfully activated. Redirecting to login...';
    expect(await screen.findByText(sentence)).toBeVisible();
    expect(api.callsOf(activateAccount).map(({ input }) => input)).toEqual([{ token: 'abc' }]);
    await vi.advanceTimersByTimeAsync(2800);
    expect(view.location()).toMatch(/^\/activate-account/);
    await vi.advanceTimersByTimeAsync(400);
    await waitFor(() => expect(view.location()).toBe('/login'));
  },
);

test('the token is removed from the address bar as soon as the page has read it', async () => {
  api.use(fake(activateAccount, no(500)));
  const view = show();
  await waitFor(() => expect(view.location()).toBe('/activate-account'));
  await view.visitor.click(await screen.findByRole('button', { name: 'Retry' }));
  expect(api.callsOf(activateAccount).map(({ input }) => input)).toEqual([{ token: 'abc' }, { token: 'abc' }]);
});

test('on 400 the server’s message is shown, and the page stays', { tags: ['C-ACT-M02', 'X-ERR-15'] }, async () => {
  api.use(fake(activateAccount, no(400, 'This link was used before or is too old.')));
  show();
  expect(await screen.findByText('This link was used before or is too old.')).toBeVisible();
  expect(screen.getByRole('link', { name: 'Back to login' })).toHaveAttribute('href', '/login');
  // A retry would be refused too, because the link is the same.
  expect(screen.queryByRole('button', { name: 'Retry' })).not.toBeInTheDocument();
});

test.each([
  [{ message: 'We have sent you an e-mail.' }, 'We have sent you an email. Please open the link in it.'],
  [no(400, 'Your email address is confirmed already.'), 'Your email address is confirmed already.'],
])('a signed-in user gets a new link for a used one, or sees why not', async (response, sentence) => {
  api.use(fake(activateAccount, no(400, 'This link was used before or is too old.')), fake(resendActivation, response));
  const at = '/activate-account?token=abc';
  const { visitor } = renderScreen(<ActivateAccountScreen />, { at, path: '/activate-account' });
  await visitor.click(await screen.findByRole('button', { name: 'Send a new link' }));
  expect(await screen.findByText(sentence)).toBeVisible();
  expect(api.callsOf(resendActivation)).toHaveLength(1);
});

test('a visitor who is not signed in is not offered a new link', async () => {
  api.use(fake(activateAccount, no(400, 'This link was used before or is too old.')));
  show();
  await screen.findByText('This link was used before or is too old.');
  expect(screen.queryByRole('button', { name: 'Send a new link' })).not.toBeInTheDocument();
});

test.each([500, 0])(
  'any other failure (%i) shows the screen’s own text, and Retry tries again',
  { tags: ['C-ACT-M03', 'X-ERR-16'] },
  async (status) => {
    api.use(fake(activateAccount, no(status, 'whatever')));
    const { visitor } = show();
    expect(await screen.findByText('There was a problem activating your account.')).toBeVisible();
    api.use(fake(activateAccount, { message: 'Done' }));
    await visitor.click(screen.getByRole('button', { name: 'Retry' }));
    expect(await screen.findByText(/successfully activated/)).toBeVisible();
  },
);
