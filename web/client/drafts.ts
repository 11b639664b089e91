import { useSyncExternalStore } from 'react';
import { onDraftChange, readUserDraft, writeUserDraft } from './draft-storage.ts';
import { getSession, getPersonId, useSession } from './session.ts';

const userId = (): number => getPersonId(getSession());

/** Returns the signed-in user's unsent text about `thing`; empty if there is none. */
export const readDraft = (draftName: string): string => readUserDraft(userId(), draftName);

export const keepDraft = (draftName: string, text: string): void => writeUserDraft(userId(), draftName, text);

export const forgetDraft = (draftName: string): void => keepDraft(draftName, '');

/**
 * A text that is being composed. It survives visits to other screens, a reload and a new login in the same tab, so
 * leaving needs no confirmation. It is deleted once it is sent, and at logout. Never use it for passwords.
 */
export function useDraft(draftName: string): [text: string, write: (text: string) => void] {
  // Re-renders when a different user signs in from another tab, because that user must not see this draft.
  useSession();
  const text = useSyncExternalStore(onDraftChange, () => readDraft(draftName));
  return [text, (next) => keepDraft(draftName, next)];
}
