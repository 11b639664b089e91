import { useSyncExternalStore } from 'react';

/**
 * online: the portal responded to the last call. offline: the browser has no network. unreachable: it has one, and no
 * response came.
 */
export type Connection = 'online' | 'offline' | 'unreachable';

/** While the portal does not respond, it is asked again this often; so a screen is live within 3 s of the network. */
const PROBE_EVERY_MS = 2000;
const PROBE_TIMEOUT_MS = 2500;

let connection: Connection = 'online';
let lastResponseAt = Date.now();
let probe: ReturnType<typeof setInterval> | undefined;
const listeners = new Set<() => void>();
const recoveries = new Set<() => void>();

export const getConnection = (): Connection => connection;

/** When the portal last responded: what the screens show is not older than their own last load, and not newer than this. */
export const getLastResponseAt = (): number => lastResponseAt;

/** A response of the portal arrived, whatever its status. */
export function reportResponse(): void {
  lastResponseAt = Date.now();
  if (connection === 'online') return;
  change('online');
  // What a recovery adds is for the next one: a set that grows while it is walked may never end.
  const due = [...recoveries];
  for (const recover of due) recover();
}

/** A response arrived: from the portal, or from a proxy that got none itself. */
export function reportStatus(status: number): void {
  if (status === 502 || status === 504) reportNoResponse();
  else reportResponse();
}

/** A call got no response. `navigator.onLine` alone is no proof: it is true in a network without a way out. */
export function reportNoResponse(): void {
  change(navigator.onLine ? 'unreachable' : 'offline');
}

/** Runs each time the portal responds again after it did not. */
export function onRecovery(recover: () => void): () => void {
  recoveries.add(recover);
  return () => recoveries.delete(recover);
}

/** The connection, followed as long as a component shows it: only then is the portal probed. */
export const useConnection = (): Connection => useSyncExternalStore(subscribe, getConnection, () => 'online' as const);

/** Tries at once, such as when the user asks for it. */
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

/** Probes while it is down and the page is visible. */
function follow(): void {
  const isNeeded = connection !== 'online' && listeners.size > 0;
  if (isNeeded) probe ??= setInterval(() => void probeNow(), PROBE_EVERY_MS);
  else {
    clearInterval(probe);
    probe = undefined;
  }
}
