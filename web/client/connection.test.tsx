import { act, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import {
  getConnection,
  onRecovery,
  reportNoResponse,
  reportResponse,
  reportStatus,
  useConnection,
} from './connection.ts';

let respond: () => Promise<Response>;
const probe = vi.fn<(url: string) => Promise<Response>>(() => respond());

beforeEach(() => {
  vi.useFakeTimers();
  probe.mockClear();
  respond = () => Promise.reject(new TypeError('no network'));
  vi.stubGlobal('fetch', probe);
});
afterEach(() => {
  vi.unstubAllGlobals();
});

const Shown = () => <p>{useConnection()}</p>;
const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));

test('a call without a response means that the portal is unreachable or the browser offline', () => {
  reportNoResponse();
  expect(getConnection()).toBe('unreachable');
  reportResponse();
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  reportNoResponse();
  expect(getConnection()).toBe('offline');
});

test.each([
  [502, 'unreachable'],
  [504, 'unreachable'],
  [503, 'online'],
  [500, 'online'],
  [200, 'online'],
])('a response of %i means %s: a proxy responds in place of an unreachable portal', (status, expected) => {
  reportStatus(status);
  expect(getConnection()).toBe(expected);
});

test('the portal is not probed while it responds or while no page shows the connection', async () => {
  const { unmount } = render(<Shown />);
  await pass(60_000);
  unmount();
  reportNoResponse();
  await pass(60_000);
  expect(probe).not.toHaveBeenCalled();
  render(<Shown />);
  await pass(60_000);
  expect(probe).toHaveBeenCalled();
});

test('within 3 s after the portal is back, the page is online and reloads what it shows', async () => {
  const recover = vi.fn<() => void>();
  const forget = onRecovery(recover);
  render(<Shown />);
  act(() => reportNoResponse());
  expect(screen.getByText('unreachable')).toBeInTheDocument();
  await pass(10_000);
  expect(recover).not.toHaveBeenCalled();
  respond = () => Promise.resolve(new Response('{}'));
  await pass(3000);
  expect(screen.getByText('online')).toBeInTheDocument();
  expect(recover).toHaveBeenCalledOnce();
  const calls = probe.mock.calls.length;
  await pass(60_000);
  expect(probe).toHaveBeenCalledTimes(calls);
  forget();
});

test('a callback added during a recovery runs at the next one', async () => {
  const later = vi.fn<() => void>();
  const forgets: (() => void)[] = [];
  const forget = onRecovery(() => forgets.push(onRecovery(later)));
  reportNoResponse();
  reportResponse();
  expect(later).not.toHaveBeenCalled();
  reportNoResponse();
  reportResponse();
  expect(later).toHaveBeenCalledOnce();
  for (const end of [forget, ...forgets]) end();
});

test('the browser’s offline event applies at once, and its online event triggers a probe at once', async () => {
  render(<Shown />);
  const onLine = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  act(() => void window.dispatchEvent(new Event('offline')));
  expect(screen.getByText('offline')).toBeInTheDocument();
  onLine.mockReturnValue(true);
  respond = () => Promise.resolve(new Response('{}'));
  act(() => void window.dispatchEvent(new Event('online')));
  await pass(0);
  expect(screen.getByText('online')).toBeInTheDocument();
});
