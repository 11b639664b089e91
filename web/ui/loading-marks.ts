import { useLayoutEffect, type RefObject } from 'react';

/** Skeletons and loading texts have it: what comes in their place has another height. */
const LOADING = '[data-coming]';

/** Calls `update` before the first paint, and after every change inside the element before the browser paints it. */
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

/** `data-loading` is on the element while something inside it is being loaded. (`:has()` misses changes in Chromium.) */
export function useLoadingMark(area: RefObject<HTMLElement | null>): void {
  useEveryChange(area, markLoading);
}

function markLoading(element: HTMLElement): void {
  element.toggleAttribute('data-loading', element.querySelector(LOADING) !== null);
}

/** `data-below-loading` is on every child that stands below one in which something is being loaded. */
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
