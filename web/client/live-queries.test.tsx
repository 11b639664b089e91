import { act, screen, waitFor } from '@testing-library/react';
import { useMutation, useQuery } from '@tanstack/react-query';
import { beforeEach, expect, test, vi } from 'vitest';
import { getMyUser } from '../../features/accounts/accounts.calls.ts';
import { useMyUser } from '../../features/accounts/web/accounts.api.ts';
import { keepEarlyReply, takeEarlyReply } from './early-replies.ts';
import { useLiveQueries } from './live-queries.ts';
import { queryClient } from './query-client.ts';
import { fake, installFakeApi } from '../testing/fake-api.ts';
import { myUser } from '../testing/my-user.ts';
import { CUSTOMER, renderScreen, tokenOf } from '../testing/render-screen.tsx';

/** An open event stream, seen from the server. */
interface Stream {
  headers: Record<string, string>;
  send(text: string): void;
  end(): void;
  isOpen: boolean;
}

const addressOf = (target: string | URL | Request) => (typeof target === 'string' ? target : '');

function install(status = 200) {
  let balance = 1;
  const api = installFakeApi(fake(getMyUser, () => myUser({ credit_balance: balance })));
  const streams: Stream[] = [];
  const asked = globalThis.fetch;
  globalThis.fetch = async (target, init = {}) => {
    if (addressOf(target) !== '/api/events') return asked(target, init);
    // As in the fake API: a request that strict mode cancels at once never leaves the browser.
    await Promise.resolve();
    init.signal?.throwIfAborted();
    const encoder = new TextEncoder();
    const stream: Stream = { headers: init.headers as Stream['headers'], send: () => {}, end: () => {}, isOpen: true };
    streams.push(stream);
    if (status !== 200) return new Response(null, { status });
    const body = new ReadableStream<Uint8Array>({
      start(controller) {
        stream.send = (text) => controller.enqueue(encoder.encode(text));
        stream.end = () => controller.close();
        init.signal?.addEventListener('abort', () => {
          stream.isOpen = false;
          controller.error(new DOMException('aborted', 'AbortError'));
        });
      },
    });
    return new Response(body);
  };
  return {
    api,
    streams,
    setBalance: (credits: number) => {
      balance = credits;
    },
  };
}

let finishMutation: () => void = () => {};

function Page() {
  useLiveQueries();
  const own = useMutation({ mutationFn: () => new Promise<void>((resolve) => (finishMutation = resolve)) });
  return (
    <>
      <p>balance {useMyUser().data?.credit_balance}</p>
      <button type="button" onClick={() => own.mutate()}>
        pay
      </button>
    </>
  );
}

const USER_NEWS = 'data: {"what":"user","id":7}\n\n';

function setVisibility(state: 'visible' | 'hidden') {
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue(state);
  act(() => void document.dispatchEvent(new Event('visibilitychange')));
}

/** Fake timers that also advance by themselves. */
beforeEach(() => vi.useFakeTimers({ shouldAdvanceTime: true }));
const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));

async function show(server: ReturnType<typeof install>) {
  const view = renderScreen(<Page />);
  await screen.findByText('balance 1');
  await waitFor(() => expect(server.streams).toHaveLength(1));
  return view;
}

test('an event triggers a request long before the next poll; the token is sent in a header', async () => {
  const server = install();
  await show(server);
  expect(server.streams[0]?.headers.authorization).toBe(`Bearer ${tokenOf(CUSTOMER)}`);
  server.setBalance(2);
  // Sent in two chunks, as a network may deliver it.
  server.streams[0]?.send(`: listening\n\n${USER_NEWS.slice(0, 9)}`);
  server.streams[0]?.send(USER_NEWS.slice(9));
  await pass(900);
  expect(screen.getByText('balance 2')).toBeVisible();
});

test('what a colleague has configured is read again', async () => {
  const server = install();
  await show(server);
  for (const key of ['application-configuration', 'shop-settings', 'shop-hours']) queryClient.setQueryData([key], {});
  server.streams[0]?.send('data: {"what":"configuration","id":0}\n\n');
  await pass(900);
  const stale = queryClient.getQueryCache().findAll({ predicate: ({ state }) => state.isInvalidated });
  expect(stale.map(({ queryKey }) => queryKey[0])).toEqual([
    'application-configuration',
    'shop-settings',
    'shop-hours',
  ]);
});

test('many events at once trigger one request', async () => {
  const server = install();
  await show(server);
  const before = server.api.callsOf(getMyUser).length;
  server.setBalance(2);
  server.streams[0]?.send(USER_NEWS.repeat(30));
  await pass(900);
  expect(screen.getByText('balance 2')).toBeVisible();
  expect(server.api.callsOf(getMyUser).length).toBe(before + 1);
});

test('events caused by the user’s own change wait for its response', { tags: ['G-20'] }, async () => {
  const server = install();
  const { visitor } = await show(server);
  await visitor.click(screen.getByRole('button', { name: 'pay' }));
  const before = server.api.callsOf(getMyUser).length;
  server.streams[0]?.send(USER_NEWS);
  await pass(3000);
  expect(server.api.callsOf(getMyUser).length).toBe(before);
  act(() => finishMutation());
  await waitFor(() => expect(server.api.callsOf(getMyUser).length).toBe(before + 1));
});

test('a hidden tab gets no events, and listens again when it becomes visible', { tags: ['G-56'] }, async () => {
  const server = install();
  await show(server);
  setVisibility('hidden');
  await waitFor(() => expect(server.streams[0]?.isOpen).toBe(false));
  setVisibility('visible');
  await waitFor(() => expect(server.streams).toHaveLength(2));
});

test('a connection that ends is reopened', async () => {
  const server = install();
  await show(server);
  server.streams[0]?.end();
  await pass(3000);
  expect(server.streams).toHaveLength(2);
});

test('what changed while there was no connection is requested once there is one again', async () => {
  const server = install();
  await show(server);
  await pass(900);
  const before = server.api.callsOf(getMyUser).length;
  server.setBalance(2);
  server.streams[0]?.end();
  await pass(1600);
  expect(server.streams).toHaveLength(2);
  expect(screen.getByText('balance 2')).toBeVisible();
  expect(server.api.callsOf(getMyUser).length).toBe(before + 1);
});

/** A list that is not polled, such as My Files. */
function List({ load }: { load: () => Promise<string> }) {
  useLiveQueries();
  return <p>list {useQuery({ queryKey: ['files', 7], queryFn: load }).data}</p>;
}

test('a page that was opened in a background tab shows what has changed until it is looked at', async () => {
  install();
  let list = 'of before';
  setVisibility('hidden');
  renderScreen(<List load={() => Promise.resolve(list)} />);
  await screen.findByText('list of before');
  list = 'of now';
  await pass(60_000);
  setVisibility('visible');
  await pass(900);
  expect(screen.getByText('list of now')).toBeVisible();
});

test('a page that loaded slowly asks once more for what it was drawn with; one that loaded quickly does not', async () => {
  const load = vi.fn<() => Promise<string>>(() => Promise.resolve('here'));
  install();
  const { unmount } = renderScreen(<List load={load} />);
  await screen.findByText('list here');
  await pass(900);
  expect(load).toHaveBeenCalledTimes(1);
  unmount();
  queryClient.clear();
  load.mockClear();
  // The first script asks, and the frame with its event stream is drawn 5 s later.
  keepEarlyReply('/api/users/7/files', tokenOf(CUSTOMER), Promise.resolve(Response.json([])));
  await pass(5000);
  renderScreen(<List load={load} />);
  await screen.findByText('list here');
  await pass(900);
  expect(load).toHaveBeenCalledTimes(2);
  expect(takeEarlyReply('/api/users/7/files', tokenOf(CUSTOMER))).toBeUndefined();
});

test('an event during the first load of a list is not lost', async () => {
  const server = install();
  const { promise, resolve } = Promise.withResolvers<string>();
  const load = vi.fn<() => Promise<string>>().mockReturnValueOnce(promise).mockResolvedValue('of now');
  renderScreen(<List load={load} />);
  await waitFor(() => expect(server.streams).toHaveLength(1));
  server.streams[0]?.send('data: {"what":"file","id":5}\n\n');
  await pass(900);
  resolve('of before');
  expect(await screen.findByText('list of now')).toBeVisible();
  expect(load).toHaveBeenCalledTimes(2);
});

test('an event during a first load repeats that load, and others that it names only once', async () => {
  const server = install();
  const { promise, resolve } = Promise.withResolvers<string>();
  const slow = vi.fn<() => Promise<string>>().mockReturnValueOnce(promise).mockResolvedValue('of now');
  const quick = vi.fn<() => Promise<string>>().mockResolvedValue('of now');
  const Other = () => <p>other {useQuery({ queryKey: ['files', 8], queryFn: quick }).data}</p>;
  renderScreen(
    <>
      <List load={slow} />
      <Other />
    </>,
  );
  await screen.findByText('other of now');
  await waitFor(() => expect(server.streams).toHaveLength(1));
  server.streams[0]?.send('data: {"what":"file","id":5}\n\n');
  await pass(900);
  resolve('of before');
  expect(await screen.findByText('list of now')).toBeVisible();
  expect([slow.mock.calls.length, quick.mock.calls.length]).toEqual([2, 2]);
});

test('a refused session does not reconnect again and again', async () => {
  const server = install(403);
  await show(server);
  await pass(60_000);
  expect(server.streams).toHaveLength(1);
});

test('leaving the portal closes the stream', async () => {
  const server = install();
  const { unmount } = await show(server);
  unmount();
  await waitFor(() => expect(server.streams[0]?.isOpen).toBe(false));
});
