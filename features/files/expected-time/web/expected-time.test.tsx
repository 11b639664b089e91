import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { formatShopDay } from '../../../../web/languages/time-zone.ts';
import { fake, installFakeApi } from '../../../../web/testing/fake-api.ts';
import { renderScreen } from '../../../../web/testing/render-screen.tsx';
import { getExpectedTime, type ExpectedTime } from '../expected-time.calls.ts';
import { ExpectedOfOrder } from './expected-time.tsx';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** In the shop’s zone. */
const dayOfMonth = (moment: string) => String(Number(formatShopDay(new Date(moment)).slice(8)));
const inFuture = (ms: number) => new Date(Date.now() + ms).toISOString();

async function open(expected: ExpectedTime) {
  const api = installFakeApi(fake(getExpectedTime, expected));
  renderScreen(<ExpectedOfOrder solutionIds={[3, 1]} />, { at: '/upload', path: '/upload' });
  await waitFor(() => expect(api.callsOf(getExpectedTime)).toHaveLength(1));
  expect(api.callsOf(getExpectedTime)[0]?.input).toEqual({ solutions: '1,3' });
}

test('the median is shown with its day when that is not today', async () => {
  const usually = inFuture(3 * DAY_MS);
  await open({ usually, mostly: inFuture(4 * DAY_MS), orders: 20 });
  const day = dayOfMonth(usually);
  expect(await screen.findByText(/^Usually ready by .+\.$/)).toHaveTextContent(day);
});

test('once the median has passed, the 80th percentile is shown', async () => {
  const mostly = inFuture(3 * DAY_MS);
  await open({ usually: inFuture(-HOUR_MS), mostly, orders: 20 });
  expect(await screen.findByText(/^Usually ready by/)).toHaveTextContent(dayOfMonth(mostly));
});

test.each([
  ['there are too few orders', { usually: null, mostly: null, orders: 0 }],
  ['both have passed', { usually: inFuture(-2 * HOUR_MS), mostly: inFuture(-HOUR_MS), orders: 20 }],
])('nothing is shown when %s', async (_, expected) => {
  await open(expected);
  expect(screen.queryByText(/^Usually ready/)).toBeNull();
});
