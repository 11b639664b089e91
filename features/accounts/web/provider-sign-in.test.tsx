import { screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { getSession } from '../../../web/client/session.ts';
import { applicationConfiguration } from '../../../web/testing/application-configuration.ts';
import { fake, type FakeApi, installFakeApi, no } from '../../../web/testing/fake-api.ts';
import { CUSTOMER, renderScreen, tokenOf } from '../../../web/testing/render-screen.tsx';
import { getLoginBackground } from '../../catalogue/media/media.calls.ts';
import { getApplicationConfiguration } from '../../shop/settings.calls.ts';
import { beginProviderSignIn, signInWithProvider } from '../provider.calls.ts';
import LoginScreen from './login.screen.tsx';

const NAME = 'Log in with Vardar';
const ADDRESS = 'https://login.example.com/authorize?state=state-1';
const ANSWER = 'code=code-1&state=state-1';

let api: FakeApi;
const open = vi.fn<typeof window.open>();

beforeEach(() => {
  sessionStorage.clear();
  open.mockClear();
  vi.stubGlobal('open', open);
  api = installFakeApi(
    fake(getLoginBackground, null),
    fake(getApplicationConfiguration, applicationConfiguration({ provider_name: NAME })),
    fake(beginProviderSignIn, { address: ADDRESS, proof: 'proof-1' }),
    fake(signInWithProvider, { token: tokenOf(CUSTOMER) }),
  );
});
afterEach(() => vi.unstubAllGlobals());

const show = (at = '/login') => renderScreen(<LoginScreen />, { at, path: '/login', user: null });
const button = () => screen.findByRole('button', { name: NAME });

test('there is no button before the shop has a provider', async () => {
  api.use(fake(getApplicationConfiguration, applicationConfiguration()));
  show();
  await waitFor(() => expect(api.callsOf(getApplicationConfiguration)).not.toEqual([]));
  expect(screen.queryByRole('button', { name: NAME })).toBeNull();
});

test('the button leads to the provider, and its answer into the portal, with the proof of this tab', async () => {
  const { visitor, unmount } = show();
  await visitor.click(await button());
  await waitFor(() => expect(open).toHaveBeenCalledWith(ADDRESS, '_self'));
  unmount();
  const view = show(`/login?${ANSWER}`);
  await waitFor(() => expect(view.location()).toBe('/dashboard'));
  expect(getSession()?.user).toEqual(CUSTOMER);
  expect(api.callsOf(signInWithProvider).map(({ input }) => input)).toMatchObject([
    { answer: ANSWER, proof: 'proof-1' },
  ]);
});

test('an answer that this tab has not asked for is removed from the address, and sent nowhere', async () => {
  const view = show(`/login?${ANSWER}`);
  await button();
  await waitFor(() => expect(view.location()).toBe('/login'));
  expect(api.callsOf(signInWithProvider)).toEqual([]);
});

test('a refusal is told in words, and the next press begins anew', async () => {
  api.use(fake(signInWithProvider, no(401, 'The identity provider has not confirmed who you are. Please try again.')));
  sessionStorage.setItem('provider-proof', 'proof-1');
  const view = show(`/login?${ANSWER}`);
  expect(await screen.findByText(/has not confirmed who you are/)).toBeVisible();
  await waitFor(() => expect(view.location()).toBe('/login'));
  await view.visitor.click(await button());
  await waitFor(() => expect(open).toHaveBeenCalledWith(ADDRESS, '_self'));
});

test('an account with the address asks for its password', async () => {
  api.use(fake(signInWithProvider, { link: { email: CUSTOMER.email, ticket: 'ticket-1', needs_code: false } }));
  sessionStorage.setItem('provider-proof', 'proof-1');
  show(`/login?${ANSWER}`);
  expect(await screen.findByText(CUSTOMER.email)).toBeVisible();
  expect(getSession()).toBeNull();
});
