import { useSyncExternalStore } from 'react';
import { onDraftChange, readDraftOf, writeDraftOf } from './draft-storage.ts';
import { getSession, useSession } from './session.ts';

const userId = (): number => getSession()?.user.id ?? 0;

/** Returns the signed-in user's unsent text about `thing`; empty if there is none. */
export const readDraft = (thing: string): string => readDraftOf(userId(), thing);

export const keepDraft = (thing: string, text: string): void => writeDraftOf(userId(), thing, text);

export const forgetDraft = (thing: string): void => keepDraft(thing, '');

/**
 * A text that is being composed. It survives visits to other screens, a reload and a new login in the same tab, so
 * leaving needs no confirmation. It is deleted once it is sent, and at logout. Never use it for passwords.
 */
export function useDraft(thing: string): [text: string, write: (text: string) => void] {
  // Re-renders when a different user signs in from another tab, because that user must not see this draft.
  useSession();
  const text = useSyncExternalStore(onDraftChange, () => readDraft(thing));
  return [text, (next) => keepDraft(thing, next)];
}
