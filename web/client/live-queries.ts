import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { limitEarlyReplies } from './early-replies.ts';
import { PREPARED_MS } from './query-client.ts';
import { getSession, useSession } from './session.ts';
import { onRecovery, reportNoResponse } from './connection.ts';

type Key = readonly (string | number)[];

const CATALOGUE: Key[] = [['solutions'], ['solution-images'], ['login-media'], ['login-background']];
const CONFIGURATION: Key[] = [['application-configuration'], ['shop-settings'], ['shop-hours']];

/** The query keys that each kind of event makes stale. Queries that are not on screen are not refetched. */
const KEYS: Record<ServerEvent['what'], (id: number) => Key[]> = {
  file: (id) => [['file', id], ['files'], ['dashboard'], ['waiting']],
  ticket: (id) => [['ticket', id], ['tickets'], ['dashboard'], ['waiting']],
  user: () => [['my-user']],
  catalogue: () => CATALOGUE,
  configuration: () => CONFIGURATION,
  work: () => [['work']],
  everything: () => [
    ...CATALOGUE,
    ...CONFIGURATION,
    ['file'],
    ['files'],
    ['ticket'],
    ['tickets'],
    ['dashboard'],
    ['waiting'],
    ['my-user'],
    ['work'],
  ],
};

/** Events that arrive close together are handled together, and at most this often. */
const GATHER_MS = 60;
const MIN_INTERVAL_MS = 500;

/**
 * Refetches changed data at once instead of at the next poll. Polling continues as if there were no events, as the
 * fallback for a broken connection. A hidden tab receives no events; what it missed is refetched once it listens again.
 */
export function useLiveQueries(): void {
  const client = useQueryClient();
  const token = useSession()?.token;
  useEffect(() => {
    if (token === undefined) return undefined;
    let listening: AbortController | null = null;
    const gathered = gatherKeys(client);
    const tell: Tell = ({ what, id }) => gathered.add(KEYS[what]?.(id) ?? []);
    let askedAt = performance.now();
    const onOpen = () => {
      const age = performance.now() - Math.min(askedAt, limitEarlyReplies());
      if (age > PREPARED_MS) tell({ what: 'everything', id: 0 });
      askedAt = -Infinity;
    };
    const follow = () => {
      const isVisible = document.visibilityState === 'visible';
      if (isVisible === (listening !== null)) return;
      listening?.abort();
      listening = isVisible ? new AbortController() : null;
      if (listening) void listenToEvents({ tell, onOpen }, listening.signal);
    };
    follow();
    document.addEventListener('visibilitychange', follow);
    return () => {
      document.removeEventListener('visibilitychange', follow);
      listening?.abort();
      gathered.stop();
    };
  }, [client, token]);
}

function gatherKeys(client: QueryClient) {
  const keys = new Map<string, Key>();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let lastAt = -Infinity;
  const flush = () => {
    // The event may be about this browser's own change, whose response is still pending; that must not be announced.
    if (client.isMutating() > 0) {
      timer = setTimeout(flush, GATHER_MS);
      return;
    }
    timer = undefined;
    lastAt = performance.now();
    for (const queryKey of keys.values()) void askAgain(client, queryKey);
    keys.clear();
  };
  return {
    add(more: readonly Key[]) {
      for (const key of more) keys.set(JSON.stringify(key), key);
      timer ??= setTimeout(flush, Math.max(GATHER_MS, lastAt + MIN_INTERVAL_MS - performance.now()));
    },
    stop: () => clearTimeout(timer),
  };
}

/** A first load under way is not interrupted, but its response may be from before the event, so it is repeated. */
async function askAgain(client: QueryClient, queryKey: Key): Promise<void> {
  const loading = client
    .getQueryCache()
    .findAll({ queryKey, fetchStatus: 'fetching', predicate: ({ state }) => state.data === undefined });
  await client.invalidateQueries({ queryKey });
  for (const query of loading) void client.invalidateQueries({ queryKey: query.queryKey, exact: true });
}

/** Announces that something a browser polls has changed on the server (server/events/streams.ts). */
interface ServerEvent {
  what: 'file' | 'ticket' | 'user' | 'catalogue' | 'configuration' | 'work' | 'everything';
  id: number;
}

type Tell = (event: ServerEvent) => void;
/** `onOpen`: events of before were missed, except by a page whose data have just been requested. */
type Listener = { tell: Tell; onOpen: () => void };

const FIRST_RETRY_MS = 1000;
const MAX_RETRY_MS = 30_000;
/** The server sends something every 20 s; a connection that is silent for this long is dead, though still open. */
const SILENCE_MS = 50_000;

/**
 * Listens to the server until `signal` aborts, and reconnects whenever the connection breaks. It uses fetch, because
 * EventSource cannot send the session's token as a header, and a token in the URL would end up in logs.
 */
async function listenToEvents(listener: Listener, signal: AbortSignal): Promise<void> {
  let waitMs = FIRST_RETRY_MS;
  while (!signal.aborted) {
    const outcome = await readStream(listener, signal).catch(() => {
      if (!signal.aborted) reportNoResponse();
      return 'broken' as const;
    });
    // Polling also notices the end of the session, and reports it.
    if (outcome === 'refused') return;
    waitMs = outcome === 'ended' ? FIRST_RETRY_MS : Math.min(MAX_RETRY_MS, waitMs * 2);
    await pause(waitMs * (0.75 + Math.random() / 2), signal);
  }
}

async function readStream({ tell, onOpen }: Listener, signal: AbortSignal): Promise<'refused' | 'ended' | 'broken'> {
  const token = getSession()?.token;
  if (token === undefined) return 'refused';
  const silence = new AbortController();
  const response = await fetch('/api/events', {
    headers: { authorization: `Bearer ${token}` },
    cache: 'no-store',
    signal: AbortSignal.any([signal, silence.signal]),
  });
  if (response.status === 401 || response.status === 403) return 'refused';
  if (!response.ok || response.body === null) return 'broken';
  onOpen();
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  let timer = setTimeout(() => silence.abort(), SILENCE_MS);
  let rest = '';
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return 'ended';
      clearTimeout(timer);
      timer = setTimeout(() => silence.abort(), SILENCE_MS);
      const lines = (rest + value).split('\n');
      rest = lines.pop() ?? '';
      for (const line of lines) if (line.startsWith('data: ')) tell(JSON.parse(line.slice(6)) as ServerEvent);
    }
  } finally {
    clearTimeout(timer);
  }
}

const pause = (ms: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer);
      forget();
      resolve();
    };
    const timer = setTimeout(end, ms);
    const forget = onRecovery(end);
    signal.addEventListener('abort', end);
  });
