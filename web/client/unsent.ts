import type { QueryClient } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import { ApiError } from './api-error.ts';
import { onRecovery } from './connection.ts';
import { isBrowser } from './hydrated.ts';

/** An action that did not reach the portal, and the button that started it. */
export type Unsent = {
  button: Element;
  /** True if nothing has left the browser; otherwise only the reply may be missing. */
  wasOffline: boolean;
};

/** An action that starts later than this after a press started by itself and belongs to no button. */
const PRESS_WINDOW_MS = 1000;

let unsent: Unsent | null = null;
let press: { button: Element; at: number } | null = null;
const listeners = new Set<() => void>();

export const useUnsent = (): Unsent | null =>
  useSyncExternalStore(
    subscribe,
    () => unsent,
    () => null,
  );

export const forgetUnsent = (): void => set(null);

function subscribe(changed: () => void) {
  listeners.add(changed);
  return () => listeners.delete(changed);
}

function set(next: Unsent | null) {
  if (next === unsent) return;
  unsent = next;
  for (const changed of listeners) changed();
}

/** From now on, records every action that gets no response, whatever else its screen shows about it. */
export function followActions(client: QueryClient): void {
  const starts = new WeakMap<object, Unsent>();
  client.getMutationCache().subscribe((event) => {
    if (event.type !== 'updated') return;
    const { action, mutation } = event;
    if (action.type === 'pending' && press !== null && Date.now() - press.at < PRESS_WINDOW_MS)
      starts.set(mutation, { button: press.button, wasOffline: !navigator.onLine });
    const start = starts.get(mutation);
    if (action.type === 'error' && start !== undefined && isUnreached(action.error)) set(start);
  });
}

/** Status 0 means no response; 502 and 504 come from a proxy that could not reach the portal. */
const isUnreached = (error: unknown): boolean => error instanceof ApiError && [0, 502, 504].includes(error.status);

/** Covers the keyboard too: the browser turns key presses into clicks, even Enter in a field that submits its form. */
function notePress({ target }: Event) {
  const button = target instanceof Element ? target.closest('button, a, summary, [role="menuitem"], label') : null;
  if (button !== null) press = { button, at: Date.now() };
  set(null);
}

if (isBrowser) document.addEventListener('click', notePress, { capture: true });
onRecovery(forgetUnsent);
