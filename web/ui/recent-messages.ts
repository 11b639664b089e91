import { useSyncExternalStore } from 'react';

export type MessageKind = 'success' | 'error' | 'warning' | 'info';

export type RecentMessage = { id: number; text: string; kind: MessageKind; at: Date };

const limit = 50;
const listeners = new Set<() => void>();
let messages: readonly RecentMessage[] = [];
let nextId = 1;

/** Messages that have disappeared from the screen, newest first, until the page is left. */
export const recentMessages = {
  list: () => messages,
  clear: () => replace([]),
  subscribe(changed: () => void) {
    listeners.add(changed);
    return () => listeners.delete(changed);
  },
};

export function remember(text: string, kind: MessageKind): RecentMessage {
  const message = { id: nextId++, text, kind, at: new Date() };
  replace([message, ...messages].slice(0, limit));
  return message;
}

export function useRecentMessages(): readonly RecentMessage[] {
  return useSyncExternalStore(
    (listener) => recentMessages.subscribe(listener),
    () => recentMessages.list(),
  );
}

function replace(next: readonly RecentMessage[]) {
  messages = next;
  for (const changed of listeners) changed();
}
