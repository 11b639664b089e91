import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { fake, installFakeApi } from '../../../web/testing/fake-api.ts';
import { CUSTOMER, renderScreen } from '../../../web/testing/render-screen.tsx';
import { listMySessions, type UserSession } from '../user-sessions.calls.ts';
import MySessions from './my-sessions.tsx';

const HERE: UserSession = {
  id: '0f8fad5b-d9cb-469f-a165-70867728950e',
  created_at: '2026-11-20T08:00:00Z',
  expires_at: '2026-11-27T08:00:00Z',
  last_seen_at: null,
  last_used_at: new Date(Date.now() - 3 * 3_600_000).toISOString(),
  address: '203.0.113.7',
  is_same_connection: true,
  browser: 'Firefox, Linux',
  is_current: true,
  is_continued: false,
};
const ELSEWHERE = { ...HERE, id: `1${HERE.id.slice(1)}`, is_same_connection: false, is_current: false };
const EARLIER = {
  ...ELSEWHERE,
  id: `2${HERE.id.slice(1)}`,
  last_used_at: null,
  address: null,
  is_same_connection: null,
};

test('each session says when it was last used, and in words whether it is where the reader is', async () => {
  installFakeApi(fake(listMySessions, [HERE, ELSEWHERE, EARLIER]));
  renderScreen(<MySessions />, { at: '/account', user: CUSTOMER });
  const [here, elsewhere, earlier] = await screen.findAllByRole('listitem');
  expect(here).toHaveTextContent(/Last used 3 hours ago/);
  expect(here).toHaveTextContent('This internet connection (203.0.113.7)');
  expect(within(here as HTMLElement).getByText('This device')).toBeVisible();
  expect(elsewhere).toHaveTextContent('Another internet connection (203.0.113.7)');
  expect(earlier).not.toHaveTextContent(/Last used|connection/);
});
