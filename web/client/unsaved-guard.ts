import { useEffect, useRef, useSyncExternalStore } from 'react';
import { useRefreshGuard } from './refresh-guard.ts';
import { getSession } from './session.ts';
import { t } from '../languages/text.ts';

/** The forms of the page that hold unsaved changes. */
const unsaved = new Set<object>();

/** The pending navigation that the visitor is asked about; it runs if they choose to leave. */
let pendingLeave: (() => void) | null = null;
const listeners = new Set<() => void>();

function setPendingLeave(next: typeof pendingLeave) {
  pendingLeave = next;
  for (const changed of listeners) changed();
}

function subscribe(changed: () => void) {
  listeners.add(changed);
  return () => listeners.delete(changed);
}

export const usePendingLeave = (): (() => void) | null => useSyncExternalStore(subscribe, () => pendingLeave);

/** Whether any form has unsaved changes. Once the session has ended, none has. */
export const isAnyUnsaved = (): boolean => unsaved.size > 0 && getSession() !== null;

/** Asks, and runs `leave` if the visitor agrees to lose the changes. */
export const askToLeave = (leave: () => void): void => setPendingLeave(leave);

export const cancelLeave = (): void => setPendingLeave(null);

/** Leaves the page, or asks first if that would lose changes. After the visitor agrees, nothing asks again. */
export function leaveOrAsk(leave: () => void): void {
  if (!isAnyUnsaved()) return leave();
  return askToLeave(() => {
    unsaved.clear();
    leave();
  });
}

/**
 * While `isUnsaved`, leaving asks once: for another screen, back and forward, logout, a reload, or closing the tab.
 * Not for texts that are stored as drafts (drafts.ts). `release` is for a form that navigates away after saving.
 */
export function useUnsavedGuard(isUnsaved: boolean): { release: () => void } {
  const form = useRef({});
  useRefreshGuard(isUnsaved ? t('common.unsavedChanges') : null);
  useEffect(() => {
    if (!isUnsaved) return undefined;
    const { current } = form;
    unsaved.add(current);
    return () => {
      unsaved.delete(current);
    };
  }, [isUnsaved]);
  return { release: () => unsaved.delete(form.current) };
}
