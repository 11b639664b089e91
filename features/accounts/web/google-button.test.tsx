import { act, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { getSession } from '../../../web/client/session.ts';
import { NOTHING_USED, applicationConfiguration } from '../../../web/testing/application-configuration.ts';
import { fake, installFakeApi, no, type FakeApi } from '../../../web/testing/fake-api.ts';
import { ADMINISTRATOR, CUSTOMER, renderScreen, tokenOf } from '../../../web/testing/render-screen.tsx';
import { getLoginBackground } from '../../catalogue/media/media.calls.ts';
import { getApplicationConfiguration } from '../../shop/settings.calls.ts';
import { beginGoogleSignIn, linkGoogle, signInWithGoogle } from '../google.calls.ts';
import type { GoogleIdentity } from './google-identity.api.ts';
import LoginScreen from './login.screen.tsx';
import RegisterScreen from './register.screen.tsx';

let api: FakeApi;
let asked: Parameters<GoogleIdentity['initialize']>[0] | null;

beforeEach(() => {
  asked = null;
  api = installFakeApi(
    fake(getLoginBackground, null),
    fake(getApplicationConfiguration, applicationConfiguration({ google_client_id: 'tunedesk-1' })),
    fake(beginGoogleSignIn, { nonce: 'nonce-1', proof: 'proof-1' }),
    fake(signInWithGoogle, { token: tokenOf(CUSTOMER) }),
  );
});
afterEach(() => {
  delete window.google;
  scripts().forEach((script) => script.remove());
});

const scripts = () => [...document.querySelectorAll<HTMLScriptElement>('script[src*="google"]')];
const button = () => screen.getByRole('button', { name: 'Sign in with Google' });

/** What Google's script does to a page, as far as these tests need it. */
const GOOGLE: GoogleIdentity = {
  initialize: (options) => {
    asked = options;
  },
  renderButton: (place) => place.append(Object.assign(document.createElement('button'), { textContent: 'G' })),
  prompt: () => undefined,
};

function scriptComes(event: 'load' | 'error', identity?: GoogleIdentity) {
  if (identity) window.google = { accounts: { id: identity } };
  act(() => void scripts()[0]?.dispatchEvent(new Event(event)));
}

async function open(screenShown = <LoginScreen />, at = '/login') {
  const view = renderScreen(screenShown, { at, path: at, user: null });
  await waitFor(() => expect(button()).toBeEnabled());
  return view;
}

async function begin(view: Awaited<ReturnType<typeof open>>) {
  await view.visitor.click(button());
  scriptComes('load', GOOGLE);
  await screen.findByRole('button', { name: 'G' });
  return (credential?: string) => act(() => asked?.callback(credential === undefined ? {} : { credential }));
}

describe.each([
  ['the login page', <LoginScreen key="1" />, '/login'],
  ['the register page', <RegisterScreen key="2" />, '/register'],
])('on %s', (_, shown, at) => {
  test('Google’s confirmation signs the user in and opens their area', { tags: ['C-LOG-06', 'X-API-04'] }, async () => {
    const view = await open(shown, at);
    const response = await begin(view);
    expect(asked).toMatchObject({ client_id: 'tunedesk-1', nonce: 'nonce-1' });
    response('id.token.here');
    await waitFor(() => expect(view.location()).toBe('/dashboard'));
    expect(api.callsOf(signInWithGoogle).map(({ input }) => input)).toEqual([
      { idToken: 'id.token.here', proof: 'proof-1', device: localStorage.getItem('device') },
    ]);
    expect(getSession()?.user).toEqual(CUSTOMER);
  });

  test('until it is decided, the button has a note for the operator', { tags: ['C-LOG-06', 'G-37'] }, async () => {
    api.use(fake(getApplicationConfiguration, applicationConfiguration()));
    renderScreen(shown, { at, path: at, user: null });
    const note = 'Not offered yet. Operator: decide in “First start”.';
    await waitFor(() => expect(button()).toHaveAccessibleDescription(note));
    expect(screen.getByText(note).closest('p')).not.toHaveClass('hidden');
    expect(button()).toBeDisabled();
  });

  test('once it is not used, there is no button', { tags: ['C-LOG-06', 'G-37'] }, async () => {
    api.use(fake(getApplicationConfiguration, applicationConfiguration({ services: NOTHING_USED })));
    renderScreen(shown, { at, path: at, user: null });
    expect(button()).toBeVisible();
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Sign in with Google' })).toBeNull());
  });
});

test('an administrator is led to /admin', async () => {
  api.use(fake(signInWithGoogle, { token: tokenOf(ADMINISTRATOR) }));
  const view = await open();
  (await begin(view))('id.token.here');
  await waitFor(() => expect(view.location()).toBe('/admin/dashboard'));
});

test('nothing is loaded from Google before the button is pressed', async () => {
  await open();
  expect(scripts()).toEqual([]);
});

test.each([401, 400, 500, 0])(
  'a refusal by the server (%i) shows "Google login failed"',
  { tags: ['C-LOG-M03', 'X-ERR-06'] },
  async (status) => {
    api.use(fake(signInWithGoogle, no(status, 'This account is deactivated.')));
    const view = await open();
    (await begin(view))('id.token.here');
    const alert = await screen.findByRole('alert');
    expect(alert).toHaveTextContent(/^Google login failed/);
    expect(alert.textContent.includes('This account is deactivated.')).toBe(status === 401 || status === 400);
    expect(view.location()).toBe('/login');
    expect(getSession()).toBeNull();
  },
);

test('a response without a readable token does not sign in', { tags: ['C-LOG-M03'] }, async () => {
  api.use(fake(signInWithGoogle, { token: 'nonsense' }));
  const view = await open();
  (await begin(view))('id.token.here');
  expect(await screen.findByRole('alert')).toHaveTextContent('Google login failed');
  expect(view.location()).toBe('/login');
});

test('without a credential it shows "Google login was unsuccessful"', { tags: ['C-LOG-M04', 'X-ERR-07'] }, async () => {
  const view = await open();
  (await begin(view))();
  expect(await screen.findByRole('alert')).toHaveTextContent('Google login was unsuccessful');
  expect(api.callsOf(signInWithGoogle)).toEqual([]);
});

test('when Google cannot be reached, the next click tries again', { tags: ['C-LOG-M04', 'X-ERR-07'] }, async () => {
  const view = await open();
  await view.visitor.click(button());
  scriptComes('error');
  expect(await screen.findByRole('alert')).toHaveTextContent('Google login was unsuccessful');
  await begin(view);
  expect(screen.queryByRole('alert')).not.toBeInTheDocument();
});

test('a nonce is used once: after a refusal the next click requests another from the server', async () => {
  api.use(fake(signInWithGoogle, no(401, 'Google has not confirmed who you are. Please try again.')));
  const view = await open();
  (await begin(view))('id.token.here');
  await screen.findByRole('alert');
  await waitFor(() => expect(screen.queryByRole('button', { name: 'G' })).not.toBeInTheDocument());
  await view.visitor.click(button());
  await screen.findByRole('button', { name: 'G' });
  expect(api.callsOf(beginGoogleSignIn)).toHaveLength(2);
});

test('when the portal issues no nonce, nothing is requested from Google', async () => {
  api.use(fake(beginGoogleSignIn, no(503)));
  const view = await open();
  await view.visitor.click(button());
  scriptComes('load', GOOGLE);
  expect(await screen.findByRole('alert')).toHaveTextContent('Google login was unsuccessful');
  expect(asked).toBeNull();
});

describe.each([
  ['the login page', <LoginScreen key="1" />, '/login'],
  ['the register page', <RegisterScreen key="2" />, '/register'],
])('an account that already has the address, on %s', (_, shown, at) => {
  const needsPassword = async () => {
    api.use(fake(signInWithGoogle, { link: { email: 'boss@example.com', ticket: 'ticket-1', needs_code: false } }));
    const view = await open(shown, at);
    (await begin(view))('id.token.here');
    await screen.findByRole('heading', { name: 'Confirm your password to link the accounts' });
    return view;
  };
  const send = async (view: Awaited<ReturnType<typeof needsPassword>>, password: string) => {
    await view.visitor.type(await screen.findByLabelText(/^Password/), password);
    await view.visitor.click(screen.getByRole('button', { name: 'Link and log in' }));
  };

  test('is linked once its password is entered, and opens the user’s area', async () => {
    api.use(fake(linkGoogle, { token: tokenOf(CUSTOMER) }));
    const view = await needsPassword();
    expect(await screen.findByText('boss@example.com')).toBeVisible();
    await waitFor(() => expect(screen.getByLabelText(/^Password/)).toHaveFocus());
    expect(getSession()).toBeNull();
    await send(view, 'Petrol-Teal-26');
    await waitFor(() => expect(view.location()).toBe('/dashboard'));
    expect(api.callsOf(linkGoogle)[0]?.input).toMatchObject({ ticket: 'ticket-1', password: 'Petrol-Teal-26' });
  });

  test.each([
    [400, 'The password is not right.'],
    [429, 'Too many attempts. Please wait a moment and try again.'],
  ])('shows what is wrong on %i, and the form stays', async (status, sentence) => {
    api.use(fake(linkGoogle, no(status, sentence, status === 400 ? 'password' : undefined)));
    const view = await needsPassword();
    await send(view, 'Wrong-guess-1');
    expect(await screen.findByText(sentence)).toBeVisible();
    expect(screen.getByLabelText(/^Password/)).toHaveValue('Wrong-guess-1');
  });

  test('stays as it is after Cancel', async () => {
    const view = await needsPassword();
    await view.visitor.click(await screen.findByRole('button', { name: 'Cancel' }));
    await waitFor(() => expect(button()).toBeEnabled());
    expect(getSession()).toBeNull();
  });
});
