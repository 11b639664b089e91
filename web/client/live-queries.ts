import { useQueryClient, type QueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { listenToEvents, type ServerEvent } from './server-events.ts';
import { useSession } from './session.ts';

type Key = readonly (string | number)[];

const CATALOGUE: Key[] = [['solutions'], ['solution-images'], ['login-media'], ['login-background']];
const CONFIGURATION: Key[] = [['application-configuration']];

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
 * fallback for a broken connection. A hidden tab receives no events, and refetches when it is shown again.
 */
export function useLiveQueries(): void {
  const client = useQueryClient();
  const token = useSession()?.token;
  useEffect(() => {
    if (token === undefined) return undefined;
    let listening: AbortController | null = null;
    const gathered = gatherKeys(client);
    const follow = () => {
      const isVisible = document.visibilityState === 'visible';
      if (isVisible === (listening !== null)) return;
      listening?.abort();
      listening = isVisible ? new AbortController() : null;
      if (listening) void listenToEvents((event) => gathered.add(KEYS[event.what]?.(event.id) ?? []), listening.signal);
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
    for (const queryKey of keys.values()) void client.invalidateQueries({ queryKey });
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
