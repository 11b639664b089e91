import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';

/** Taken from the specification. */
const SCROLL_AFTER_MS = 2000;

/**
 * Keeps the newest message in sight: two seconds after one arrives the box scrolls to it, unless the reader is more
 * than a panel's height above it or has selected text; then `isWaiting` offers the way down. When earlier messages are
 * added, which changes `firstId`, the reader's position is preserved if `onEarlier` was called before.
 */
export function useChatScroll(ownCount: number, firstId: number | undefined) {
  const box = useRef<HTMLDivElement>(null);
  /** Distance of the reader from the end at the last scroll; what has arrived since does not count. */
  const above = useRef(0);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const [isWaiting, setWaiting] = useState(false);

  const scrollDown = useCallback(() => {
    const element = box.current;
    if (element) element.scrollTop = element.scrollHeight;
    above.current = 0;
  }, []);
  const toNewest = useCallback(() => {
    scrollDown();
    setWaiting(false);
  }, [scrollDown]);

  // On the first render, and whenever the reader sends something.
  useLayoutEffect(scrollDown, [scrollDown, ownCount]);

  /** Distance from the end of the content to the top of the box, before earlier messages are added. */
  const fromEnd = useRef<number | null>(null);
  const onEarlier = useCallback(() => {
    const element = box.current;
    if (element) fromEnd.current = element.scrollHeight - element.scrollTop;
  }, []);
  const stay = useCallback(() => {
    const element = box.current;
    if (element && fromEnd.current !== null) element.scrollTop = element.scrollHeight - fromEnd.current;
    fromEnd.current = null;
  }, []);
  useLayoutEffect(stay, [stay, firstId]);

  const onArrival = useCallback(() => {
    clearTimeout(timer.current);
    timer.current = setTimeout(() => {
      if (box.current && isReading(box.current, above.current)) setWaiting(true);
      else toNewest();
    }, SCROLL_AFTER_MS);
  }, [toNewest]);
  useEffect(() => () => clearTimeout(timer.current), []);

  const onScroll = useCallback(() => {
    const element = box.current;
    if (!element) return;
    above.current = element.scrollHeight - element.clientHeight - element.scrollTop;
    if (above.current < 1) setWaiting(false);
  }, []);
  return { box, isWaiting, toNewest, onArrival, onEarlier, onScroll };
}

function isReading(element: HTMLElement, above: number): boolean {
  const selection = document.getSelection();
  const hasMarked = selection !== null && !selection.isCollapsed && element.contains(selection.anchorNode);
  return above > element.clientHeight || hasMarked;
}
