import { useEffect } from 'react';
import type { RefObject } from 'react';
import { isSingleKey } from './single-keys.ts';

/**
 * j and k move between the row links, and so do the arrow keys inside the list. From anywhere else, j goes to the first
 * row, and so does the down arrow in a search box.
 */
export function useTableKeys(list: RefObject<HTMLElement | null>, active: boolean) {
  useEffect(() => {
    if (!active) return;
    const press = (event: KeyboardEvent) => {
      const target = event.target instanceof Element ? event.target : null;
      const row = list.current?.contains(target) ? target?.closest('[data-row]') : null;
      const step = chooseStep(event, target, Boolean(row));
      if (step === 0) return;
      const next = row ? findNeighbour(row, step) : list.current?.querySelector('[data-row]');
      const link = next?.querySelector<HTMLElement>('[data-row-link]');
      if (!link) return;
      event.preventDefault();
      link.focus();
      next?.scrollIntoView?.({ block: 'nearest' });
    };
    window.addEventListener('keydown', press);
    return () => window.removeEventListener('keydown', press);
  }, [list, active]);
}

function chooseStep(event: KeyboardEvent, target: Element | null, inside: boolean): 1 | -1 | 0 {
  if (event.key === 'j' && isSingleKey(event)) return 1;
  if (event.key === 'k' && inside && isSingleKey(event)) return -1;
  const onLink = inside && target?.matches('[data-row-link]');
  if (event.key === 'ArrowDown' && (onLink || target?.matches('[role="searchbox"]'))) return 1;
  return event.key === 'ArrowUp' && onLink ? -1 : 0;
}

function findNeighbour(row: Element, step: 1 | -1): Element | null {
  const next = step === 1 ? row.nextElementSibling : row.previousElementSibling;
  return next?.matches('[data-row]') ? next : null;
}
