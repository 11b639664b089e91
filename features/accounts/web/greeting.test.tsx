import { act, screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { getMyUser } from '../accounts.calls.ts';
import { useMyUser } from './accounts.api.ts';
import { fake, installFakeApi } from '../../../web/testing/fake-api.ts';
import { myUser } from '../../../web/testing/my-user.ts';
import { queryClient } from '../../../web/client/query-client.ts';
import { CUSTOMER, renderScreen, tokenOf } from '../../../web/testing/render-screen.tsx';
import { Greeting } from './greeting.tsx';

function Polling() {
  useMyUser();
  return <Greeting />;
}

test('a user renamed elsewhere is greeted by the new name as soon as a poll returns it', async () => {
  installFakeApi(fake(getMyUser, myUser({ username: 'ana the second' })));
  renderScreen(<Polling />);
  expect(screen.getByText('ana')).toBeVisible();
  expect(await screen.findByText('ana the second')).toBeVisible();
});

test('another user who logs in from a second tab is greeted here at once, and nothing of the first one is left', async () => {
  const api = installFakeApi(fake(getMyUser, myUser({ username: 'ana' })));
  renderScreen(<Polling />);
  await waitFor(() => expect(api.callsOf(getMyUser)).toHaveLength(1));
  await waitFor(() => expect(queryClient.getQueryData(['my-user'])).toBeDefined());
  let respond: (user: ReturnType<typeof myUser>) => void = () => undefined;
  api.use(fake(getMyUser, () => new Promise((resolve) => (respond = resolve))));
  const bojan = { ...CUSTOMER, id: 8, username: 'bojan' };
  localStorage.setItem('token', tokenOf(bojan));
  act(() => void window.dispatchEvent(new StorageEvent('storage', { key: 'token' })));
  expect(screen.getByText('bojan')).toBeVisible();
  expect(queryClient.getQueryData(['my-user'])).toBeUndefined();
  await waitFor(() => expect(api.callsOf(getMyUser)).toHaveLength(2));
  await act(async () => respond(myUser({ ...bojan })));
  expect(screen.getByText('bojan')).toBeVisible();
});

test('the greeting sends no request of its own', () => {
  const api = installFakeApi(fake(getMyUser, myUser()));
  renderScreen(<Greeting />);
  expect(screen.getByText('ana')).toBeVisible();
  expect(api.callsOf(getMyUser)).toEqual([]);
});
