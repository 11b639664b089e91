import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { getMyUser } from '../../portal/accounts/accounts.contract.ts';
import { useMyUser } from '../../portal/accounts/web/accounts.api.ts';
import { fake, installFakeApi } from '../testing/fake-api.ts';
import { myUser } from '../testing/my-user.ts';
import { renderScreen } from '../testing/render-screen.tsx';
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

test('the greeting sends no request of its own', () => {
  const api = installFakeApi(fake(getMyUser, myUser()));
  renderScreen(<Greeting />);
  expect(screen.getByText('ana')).toBeVisible();
  expect(api.callsOf(getMyUser)).toEqual([]);
});
