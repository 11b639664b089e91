import { useLayoutEffect } from 'react';
import type { RefObject } from 'react';
import { holdPopover } from './popover-position.ts';

const gap = 4;
const preferredHeight = 240;

/**
 * Shows a `popover="manual"` element above everything else and keeps it at its anchor, so that no dialog or card can
 * clip it. It is placed above the anchor if there is no room below.
 */
export function useAnchoredPopup(
  anchor: RefObject<HTMLElement | null>,
  popup: RefObject<HTMLElement | null>,
  open: boolean,
) {
  useLayoutEffect(() => {
    const element = popup.current;
    if (!open || !element) return undefined;
    return holdPopover(element, () => anchor.current && placeAt(anchor.current.getBoundingClientRect(), element.style));
  }, [anchor, popup, open]);
}

function placeAt({ left, top, bottom, width }: DOMRect, style: CSSStyleDeclaration) {
  // On phones, the keyboard covers part of the page.
  const below = (window.visualViewport?.height ?? window.innerHeight) - bottom;
  const above = below < preferredHeight && top > below;
  style.left = `${left}px`;
  style.width = `${width}px`;
  style.top = above ? 'auto' : `${bottom + gap}px`;
  style.bottom = above ? `${window.innerHeight - top + gap}px` : 'auto';
}
