import type { LucideIcon } from 'lucide-react';
import { useEffect, useSyncExternalStore } from 'react';

/** Something that can be done or reached right now; the palette offers it, and its key does it. */
export interface Action {
  /** Of its own: a second action with the id of another stands in for it. */
  id: string;
  text: string;
  /** The headline it stands under in the palette; "On this page" when it is left out. */
  group?: string;
  /** More words by which it is found. */
  words?: string;
  /** A second, quieter line: such as the address of a user. */
  hint?: string;
  /** One letter, as the help lists it. It runs the action outside of text fields, and can be switched off. */
  shortcut?: string;
  /** Only shown: the keys with a listener elsewhere, such as "g f". */
  keys?: string;
  Icon?: LucideIcon;
  /** Where it leads; otherwise `run` does it. */
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

/** Offers these for as long as the part of the screen that calls it is there. Keep the list with `useMemo`. */
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

/** Everything that is offered now, in the order in which it was offered. */
export const useOfferedActions = (): readonly Action[] => useSyncExternalStore(subscribe, () => all);

export const actionOfKey = (shortcut: string): Action | undefined => all.find((action) => action.shortcut === shortcut);

function subscribe(changed: () => void) {
  listeners.add(changed);
  return () => listeners.delete(changed);
}
