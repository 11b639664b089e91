import { useCallback, useEffect, useRef, useState } from 'react';
import type { FocusEvent, PointerEvent } from 'react';

type Attention = { hover: boolean; focus: boolean };

const nothing: Attention = { hover: false, focus: false };

/**
 * Calls `onEnd` once after `ms`, but pauses while the reader points at the element, moves the focus inside it, or looks
 * at another tab (WCAG 2.2.1). Spread `handlers` on the element.
 *
 * An element that appears under a resting pointer does not pause until the pointer moves. With `opensFocused`, the
 * initial focus of the element does not count either, until the focus moves on.
 */
export function usePausingTimer(ms: number | undefined, onEnd: () => void, opensFocused = false) {
  const [attention, setAttention] = useState(nothing);
  const hidden = useHiddenTab();
  const clock = useRef({ ms, left: ms ?? 0 });
  const latestEnd = useRef(onEnd);
  const pointerAt = useRef<string | undefined>(undefined);
  const paused = hidden || attention.hover || attention.focus;

  useEffect(() => {
    latestEnd.current = onEnd;
  });
  useEffect(() => {
    if (ms === undefined || paused) return;
    // A dialog may receive its time limit only after it has opened.
    if (clock.current.ms !== ms) clock.current = { ms, left: ms };
    const { left } = clock.current;
    const startedAt = performance.now();
    const timer = setTimeout(() => latestEnd.current(), left);
    return () => {
      clearTimeout(timer);
      clock.current.left = Math.max(0, left - (performance.now() - startedAt));
    };
  }, [ms, paused]);

  const look = useCallback((change: Partial<Attention>) => setAttention((was) => ({ ...was, ...change })), []);
  const handlers = {
    onPointerMove: (event: PointerEvent) => {
      const place = `${event.screenX}/${event.screenY}`;
      const first = pointerAt.current ?? place;
      pointerAt.current = first;
      if (first !== place) look({ hover: true });
    },
    onPointerLeave: () => look({ hover: false }),
    onFocus: (event: FocusEvent) => {
      if (!opensFocused || event.currentTarget.contains(event.relatedTarget)) look({ focus: true });
    },
    onBlur: (event: FocusEvent) => {
      if (!event.currentTarget.contains(event.relatedTarget)) look({ focus: false });
    },
  };
  return { paused, handlers };
}

function useHiddenTab() {
  const [hidden, setHidden] = useState(() => document.hidden);
  useEffect(() => {
    const update = () => setHidden(document.hidden);
    document.addEventListener('visibilitychange', update);
    return () => document.removeEventListener('visibilitychange', update);
  }, []);
  return hidden;
}
