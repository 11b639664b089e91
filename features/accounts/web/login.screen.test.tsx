import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, test } from 'vitest';
import { getSession } from '../../../web/client/session.ts';
import { applicationConfiguration } from '../../../web/testing/application-configuration.ts';
import { expectSoundDialog } from '../../../web/testing/dialog-check.ts';
import { captionsStandIn } from '../../../web/testing/captions-stand-in.ts';
import { fake, installFakeApi, no, type FakeApi } from '../../../web/testing/fake-api.ts';
import { ADMINISTRATOR, CUSTOMER, renderScreen, tokenOf } from '../../../web/testing/render-screen.tsx';
import { frameAddress } from '../../../web/ui/video.tsx';
import { getLoginBackground } from '../../catalogue/media/media.calls.ts';
import { getApplicationConfiguration } from '../../shop/settings.calls.ts';
import { login, logout } from '../accounts.calls.ts';
import type { SessionUser } from '../../../contract/session.ts';
import LoginScreen from './login.screen.tsx';

const configuration = applicationConfiguration();
let api: FakeApi;

beforeEach(() => {
  api = installFakeApi(
    fake(getLoginBackground, null),
    fake(getApplicationConfiguration, configuration),
    fake(login, { token: tokenOf(CUSTOMER) }),
    fake(logout, { message: 'Done' }),
  );
});

const show = (user: SessionUser | null = null) => renderScreen(<LoginScreen />, { at: '/login', path: '/login', user });
const button = () => screen.getByRole('button', { name: 'Login' });

async function logIn({ visitor }: ReturnType<typeof show>) {
  await visitor.type(screen.getByLabelText(/^Email/), 'ana@example.com');
  await visitor.type(screen.getByLabelText(/^Password/), 'Petrol-Teal-26');
  await visitor.click(button());
}

describe('logging in', () => {
  test(
    'sends email and password, starts the session and leads a customer to where / leads',
    { tags: ['X-SES-01', 'X-RTE-05', 'C-LOG-05'] },
    async () => {
      const view = show();
      await logIn(view);
      await waitFor(() => expect(view.location()).toBe('/dashboard'));
      expect(api.callsOf(login)[0]?.input).toEqual({
        email: 'ana@example.com',
        password: 'Petrol-Teal-26',
        device: localStorage.getItem('device'),
      });
      expect(getSession()?.user).toEqual(CUSTOMER);
      expect(localStorage.getItem('token')).toBe(tokenOf(CUSTOMER));
      expect(JSON.parse(localStorage.getItem('user') ?? '')).toEqual(CUSTOMER);
    },
  );

  test('leads an administrator to where /admin leads', { tags: ['X-RTE-05'] }, async () => {
    api.use(fake(login, { token: tokenOf(ADMINISTRATOR) }));
    const view = show();
    await logIn(view);
    await waitFor(() => expect(view.location()).toBe('/admin/dashboard'));
  });

  test('needs an email and a password', { tags: ['C-LOG-01', 'C-LOG-02', 'X-VAL-10'] }, async () => {
    const { visitor } = show();
    await visitor.click(button());
    expect(await screen.findByText('Please fill in the email.')).toBeVisible();
    expect(screen.getByText('Please fill in the password.')).toBeVisible();
    expect(screen.getByLabelText(/^Email/)).toHaveFocus();
    expect(api.callsOf(login)).toEqual([]);
  });

  test('marks the fields for autofill', { tags: ['C-LOG-01', 'C-LOG-02'] }, () => {
    show();
    expect(screen.getByLabelText(/^Email/)).toHaveAttribute('type', 'email');
    expect(screen.getByLabelText(/^Email/)).toHaveAttribute('autocomplete', 'username');
    expect(screen.getByLabelText(/^Password/)).toHaveAttribute('autocomplete', 'current-password');
  });

  test.each([[400], [401], [429]])('shows the message of a %i', { tags: ['C-LOG-M01', 'X-ERR-05'] }, async (status) => {
    api.use(fake(login, no(status, 'This account is deactivated. Please contact support.')));
    const view = show();
    await logIn(view);
    expect(await screen.findByRole('alert')).toHaveTextContent('This account is deactivated. Please contact support.');
    expect(view.location()).toBe('/login');
    expect(screen.getByLabelText(/^Email/)).toHaveValue('ana@example.com');
  });

  test.each([
    [500, 'a bug of ours'],
    [401, ''],
    [0, ''],
  ])('shows "Something went wrong" for a bare %i', { tags: ['C-LOG-M02', 'X-ERR-05'] }, async (status, message) => {
    api.use(fake(login, no(status, message)));
    await logIn(show());
    expect(await screen.findByRole('alert')).toHaveTextContent('Something went wrong');
  });

  test('a response without a readable token starts no session', { tags: ['C-LOG-M02'] }, async () => {
    api.use(fake(login, { token: 'nonsense' }));
    const view = show();
    await logIn(view);
    expect(await screen.findByRole('alert')).toHaveTextContent('Something went wrong');
    expect(getSession()).toBeNull();
  });

  test('the button is off while busy, so that one login is one call', { tags: ['C-LOG-05', 'C-LOG-S03'] }, async () => {
    const response = Promise.withResolvers<{ token: string }>();
    api.use(fake(login, () => response.promise));
    const view = show();
    await logIn(view);
    const busy = await screen.findByRole('button', { name: 'Please wait...' });
    expect(busy).toHaveAttribute('aria-disabled', 'true');
    await view.visitor.click(busy);
    expect(api.callsOf(login)).toHaveLength(1);
    response.resolve({ token: tokenOf(CUSTOMER) });
    await waitFor(() => expect(view.location()).toBe('/dashboard'));
  });
});

describe('the page around the form', () => {
  test('"Create new account" leads to the registration', { tags: ['C-LOG-04'] }, async () => {
    const { visitor, location } = show();
    await visitor.click(screen.getByRole('link', { name: 'Create new account' }));
    expect(location()).toBe('/register');
  });

  test('a link leads to the forgotten-password page', { tags: ['C-LOG-03'] }, () => {
    show();
    expect(screen.getByRole('link', { name: 'Forgot Password?' })).toHaveAttribute('href', '/forgot-password');
  });

  test(
    'without a video of the operator, Watch plays the film that comes with the product, with captions',
    { tags: ['C-LOG-07', 'G-37'] },
    async () => {
      const captions = captionsStandIn();
      const { visitor } = show();
      expect(document.querySelector('video')).toBeNull();
      await visitor.click(screen.getByRole('button', { name: 'Watch' }));
      const dialog = await screen.findByRole('dialog', { name: 'Watch' });
      expect(dialog.querySelector('video')).toHaveAttribute('src', '/films/watch.webm');
      expect(captions().slice(0, 2)).toEqual([
        [0, 4, 'A customer uploads a file and chooses what is to be done.'],
        [4, 7, 'The file waits in the list, with its state.'],
      ]);
    },
  );

  test('Watch opens a video in a window; Esc and its button close it', { tags: ['C-LOG-07', 'C-LOG-08'] }, async () => {
    const watch_video_url = 'https://media.example.com/intro.mp4';
    api.use(fake(getApplicationConfiguration, { ...configuration, watch_video_url }));
    const { visitor } = show();
    await waitFor(() => expect(screen.getByRole('button', { name: 'Watch' })).toBeEnabled());
    for (const close of ['{Escape}', 'button'] as const) {
      await visitor.click(screen.getByRole('button', { name: 'Watch' }));
      const dialog = await screen.findByRole('dialog', { name: 'Watch' });
      expect(dialog.querySelector('video')).toHaveAttribute('src', watch_video_url);
      expect(within(dialog).getByRole('link', { name: 'Open in a new tab' })).toHaveAttribute('href', watch_video_url);
      if (close === 'button') await visitor.click(within(dialog).getByRole('button', { name: 'Close' }));
      else await visitor.keyboard(close);
      expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
    }
  });

  test.each([
    ['https://www.youtube.com/watch?v=abc123&t=4', 'https://www.youtube-nocookie.com/embed/abc123'],
    ['https://youtu.be/abc123', 'https://www.youtube-nocookie.com/embed/abc123'],
    ['https://player.example.com/show/7', 'https://player.example.com/show/7'],
  ])('a page with a video is shown in its embedded player: %s', (address, player) => {
    expect(frameAddress(address)).toBe(player);
  });

  test('shows that the session has ended', { tags: ['G-06'] }, () => {
    sessionStorage.setItem('session-ended', '1');
    show();
    expect(screen.getByText('Your session has ended. Please log in again.')).toBeVisible();
  });

  test('shows no such message to others', { tags: ['G-06'] }, () => {
    show();
    expect(screen.getByRole('heading', { level: 1 })).toBeVisible();
    expect(screen.queryByText('Your session has ended. Please log in again.')).not.toBeInTheDocument();
  });
});

describe('a user who is signed in', () => {
  test.each([
    [CUSTOMER, '/dashboard'],
    [ADMINISTRATOR, '/admin/dashboard'],
  ])('%o sees that and can continue to %s', { tags: ['C-LOG-S04', 'G-02'] }, async (user, area) => {
    const { visitor, location } = show(user);
    expect(await screen.findByText(`You are logged in as ${user.username}`)).toBeVisible();
    expect(location()).toBe('/login');
    await visitor.click(screen.getByRole('link', { name: 'Continue' }));
    expect(location()).toBe(area);
  });

  test('can log out and stays on the form', { tags: ['G-02'] }, async () => {
    const { visitor, location } = show(CUSTOMER);
    await visitor.click(await screen.findByRole('button', { name: 'Logout' }));
    await waitFor(() => expect(screen.queryByText('You are logged in as ana')).not.toBeInTheDocument());
    expect(getSession()).toBeNull();
    expect(location()).toBe('/login');
  });
});

test('the video dialog meets the ARIA practices', async () => {
  const watch_video_url = 'https://media.example.com/intro.mp4';
  api.use(fake(getApplicationConfiguration, { ...configuration, watch_video_url }));
  const { visitor } = show();
  const opener = () => screen.getByRole('button', { name: 'Watch' });
  await waitFor(() => expect(opener()).toBeEnabled());
  await expectSoundDialog({ of: 'features/accounts/web/watch-video.tsx', visitor, name: 'Watch', opener });
});
