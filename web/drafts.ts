import { useSyncExternalStore } from 'react';
import { onDraftChange, readDraftOf, writeDraftOf } from './draft-storage.ts';
import { getSession, useSession } from './session.ts';

const userId = (): number => getSession()?.user.id ?? 0;

/** What the signed-in user has typed about `thing` and not sent; empty for nothing. */
export const readDraft = (thing: string): string => readDraftOf(userId(), thing);

export const keepDraft = (thing: string, text: string): void => writeDraftOf(userId(), thing, text);

export const forgetDraft = (thing: string): void => keepDraft(thing, '');

/**
 * A text that is being composed: it is there again after another screen, a reload and a new login in the same tab, so
 * that leaving need not ask. Forgotten when it was sent, and at logout. Never for passwords.
 */
export function useDraft(thing: string): [text: string, write: (text: string) => void] {
  // Redrawn when another tab signs another user in, who must not read it here.
  useSession();
  const text = useSyncExternalStore(onDraftChange, () => readDraft(thing));
  return [text, (next) => keepDraft(thing, next)];
}
