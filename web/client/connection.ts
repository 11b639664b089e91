import { useSyncExternalStore } from 'react';

/**
 * online: the portal responded to the last call. offline: the browser has no network. unreachable: there is a network,
 * but no response arrived.
 */
export type Connection = 'online' | 'offline' | 'unreachable';

/** How often an unresponsive portal is probed, so that a screen is live within 3 s of the network's return. */
const PROBE_EVERY_MS = 2000;
const PROBE_TIMEOUT_MS = 2500;

let connection: Connection = 'online';
let lastResponseAt = Date.now();
let probe: ReturnType<typeof setInterval> | undefined;
const listeners = new Set<() => void>();
const recoveries = new Set<() => void>();

export const getConnection = (): Connection => connection;

/** When the portal last responded. A screen's data is as old as its own last load, and never newer than this. */
export const getLastResponseAt = (): number => lastResponseAt;

/** Records that a response of the portal has arrived, whatever its status. */
export function reportResponse(): void {
  lastResponseAt = Date.now();
  if (connection === 'online') return;
  change('online');
  // Callbacks added meanwhile are left for the next recovery: iterating a set that keeps growing might never end.
  const due = [...recoveries];
  for (const recover of due) recover();
}

/** Records a response, either from the portal or from a proxy that could not reach it. */
export function reportStatus(status: number): void {
  if (status === 502 || status === 504) reportNoResponse();
  else reportResponse();
}

/** Records that a call got no response. `navigator.onLine` alone proves nothing: a network may have no way out. */
export function reportNoResponse(): void {
  change(navigator.onLine ? 'unreachable' : 'offline');
}

/** Registers a callback that runs each time the portal responds again after an outage. */
export function onRecovery(recover: () => void): () => void {
  recoveries.add(recover);
  return () => recoveries.delete(recover);
}

/** Returns the state of the connection. The portal is only probed while a component uses this. */
export const useConnection = (): Connection => useSyncExternalStore(subscribe, getConnection, () => 'online' as const);

/** Probes at once, for example when the user asks for it. */
export async function probeNow(): Promise<void> {
  try {
    const { status } = await fetch('/api/health', {
      cache: 'no-store',
      signal: AbortSignal.timeout(PROBE_TIMEOUT_MS),
    });
    reportStatus(status);
  } catch {
    reportNoResponse();
  }
}

function subscribe(listener: () => void): () => void {
  if (listeners.size === 0) {
    window.addEventListener('offline', reportNoResponse);
    window.addEventListener('online', probeIfDown);
  }
  listeners.add(listener);
  follow();
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    window.removeEventListener('offline', reportNoResponse);
    window.removeEventListener('online', probeIfDown);
    follow();
  };
}

function probeIfDown(): void {
  if (connection !== 'online') void probeNow();
}

function change(next: Connection): void {
  if (next === connection) return;
  connection = next;
  follow();
  for (const listener of listeners) listener();
}

/** Probes while the portal is down and the page is visible. */
function follow(): void {
  const isNeeded = connection !== 'online' && listeners.size > 0;
  if (isNeeded) probe ??= setInterval(() => void probeNow(), PROBE_EVERY_MS);
  else {
    clearInterval(probe);
    probe = undefined;
  }
}
