import { useCallback, useSyncExternalStore } from 'react';

const lists = new Map<string, MediaQueryList>();

/** One for the whole page: making one is slow, and every row of a list may ask. */
function listOf(query: string): MediaQueryList {
  const known = lists.get(query);
  if (known) return known;
  const made = matchMedia(query);
  lists.set(query, made);
  return made;
}

/** For layouts that differ in structure. Where only the look differs, use a class. */
export function useMediaQuery(query: string): boolean {
  const subscribe = useCallback(
    (changed: () => void) => {
      const list = listOf(query);
      list.addEventListener('change', changed);
      return () => list.removeEventListener('change', changed);
    },
    [query],
  );
  return useSyncExternalStore(subscribe, () => listOf(query).matches);
}
