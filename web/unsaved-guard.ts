import { useEffect, useRef, useSyncExternalStore } from 'react';
import { useRefreshGuard } from './refresh-guard.ts';
import { getSession } from './session.ts';
import { t } from './text.ts';

/** The forms of the page that hold unsaved changes. */
const unsaved = new Set<object>();

/** What the visitor is asked about: run when the choice is to leave. */
let asked: (() => void) | null = null;
const listeners = new Set<() => void>();

function setAsked(next: typeof asked) {
  asked = next;
  for (const changed of listeners) changed();
}

function subscribe(changed: () => void) {
  listeners.add(changed);
  return () => listeners.delete(changed);
}

export const useAskedToLeave = (): (() => void) | null => useSyncExternalStore(subscribe, () => asked);

/** A session that has ended takes its forms along. */
export const isAnyUnsaved = (): boolean => unsaved.size > 0 && getSession() !== null;

/** Asks, and runs `leave` when the visitor agrees to lose the changes. */
export const askToLeave = (leave: () => void): void => setAsked(leave);

export const stay = (): void => setAsked(null);

/** Leaves the page, or asks first when that would lose changes. Once agreed to, nothing asks again. */
export function leaveOrAsk(leave: () => void): void {
  if (!isAnyUnsaved()) return leave();
  return askToLeave(() => {
    unsaved.clear();
    leave();
  });
}

/**
 * While `isUnsaved`, leaving asks once: another screen, back and forward, logging out, a reload, the end of the tab.
 * Not for what is stored as a draft (drafts.ts). `release` is for a form that goes elsewhere when it was saved.
 */
export function useUnsavedGuard(isUnsaved: boolean): { release: () => void } {
  const form = useRef({});
  useRefreshGuard(isUnsaved ? t('app.changesNotSaved') : null);
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
