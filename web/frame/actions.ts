import type { LucideIcon } from 'lucide-react';
import { useEffect, useMemo, useRef, useSyncExternalStore } from 'react';

/** The event that opens the list of shortcuts. */
export const SHOW_SHORTCUTS = 'tunedesk:shortcuts';

/** Opens the list of shortcuts from anywhere, such as a button. */
export const showShortcuts = () => window.dispatchEvent(new Event(SHOW_SHORTCUTS));

/** Something the user can do or open right now, from the palette or with its key. */
export interface Action {
  /** Unique: a later action with the same id replaces the earlier one. */
  id: string;
  text: string;
  /** Its heading in the palette; "On this page" by default. */
  group?: string;
  /** Additional search words. */
  words?: string;
  /** A second, less prominent line, such as a user's email address. */
  hint?: string;
  /** One letter, listed in the help. It runs the action outside of text fields, and can be switched off. */
  shortcut?: string;
  /** Keys that are handled elsewhere and only shown here, such as "g f". */
  keys?: string;
  Icon?: LucideIcon;
  /** Path to open; without it, `run` is called. */
  to?: string;
  run?: () => void;
}

const groups = new Set<readonly Action[]>();
const listeners = new Set<() => void>();
let all: readonly Action[] = [];

function collect() {
  all = [...new Map([...groups].flat().map((action) => [action.id, action])).values()];
  for (const changed of listeners) changed();
}

/** Offers these actions while the calling component is mounted. Pass a list from `useMemo`. */
export function useActions(actions: readonly Action[]): void {
  useEffect(() => {
    groups.add(actions);
    collect();
    return () => {
      groups.delete(actions);
      collect();
    };
  }, [actions]);
}

/** Offers one action by its letter and in the palette; null while it is not possible. */
export function useKeyAction(text: string, shortcut: string, run: (() => void) | null): void {
  const latest = useRef(run);
  useEffect(() => {
    latest.current = run;
  });
  const isPossible = run !== null;
  useActions(
    useMemo(
      () => (isPossible ? [{ id: `key ${shortcut}`, text, shortcut, run: () => latest.current?.() }] : []),
      [text, shortcut, isPossible],
    ),
  );
}

/** Returns all actions currently offered, in the order in which they were added. */
export const useOfferedActions = (): readonly Action[] => useSyncExternalStore(subscribe, () => all);

export const actionOfKey = (shortcut: string): Action | undefined => all.find((action) => action.shortcut === shortcut);

function subscribe(changed: () => void) {
  listeners.add(changed);
  return () => listeners.delete(changed);
}
