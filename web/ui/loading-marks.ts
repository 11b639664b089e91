import { useLayoutEffect, type RefObject } from 'react';

/** Set on skeletons and loading texts, because what replaces them has a different height. */
const LOADING = '[data-coming]';

/** Calls `update` before the first paint, and before the paint that follows each change inside the element. */
function useEveryChange(area: RefObject<HTMLElement | null>, update: (element: HTMLElement) => void) {
  useLayoutEffect(() => {
    const { current: element } = area;
    if (element === null) return undefined;
    update(element);
    const observer = new MutationObserver(() => update(element));
    observer.observe(element, { childList: true, subtree: true });
    return () => observer.disconnect();
  }, [area, update]);
}

/** Sets `data-loading` on the element while something in it is loading. (`:has()` misses changes in Chromium.) */
export function useLoadingMark(area: RefObject<HTMLElement | null>): void {
  useEveryChange(area, markLoading);
}

function markLoading(element: HTMLElement): void {
  element.toggleAttribute('data-loading', element.querySelector(LOADING) !== null);
}

/** Sets `data-below-loading` on every child that follows one in which something is loading. */
export function useBelowLoadingMarks(area: RefObject<HTMLElement | null>): void {
  useEveryChange(area, markBelowLoading);
}

function markBelowLoading(element: HTMLElement): void {
  let isBelow = false;
  for (const child of element.children) {
    child.toggleAttribute('data-below-loading', isBelow);
    isBelow ||= child.matches(LOADING) || child.querySelector(LOADING) !== null;
  }
}
