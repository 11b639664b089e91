import { clsx } from 'clsx';
import { useEffect, useRef, type ReactNode, type RefObject } from 'react';
import { NavigationType, useLocation, useNavigationType } from 'react-router';
import { useLoadingMark } from '../ui/loading-marks.ts';
import { getShopName } from './shop.ts';

/** The path that was last shown in any shell; null until the page has shown its first screen. */
let shownPath: string | null = null;

interface MainAreaProps {
  className?: string;
  /** Number of unread notifications, shown at the start of the tab's title. */
  unread?: number;
  children: ReactNode;
}

/** The area of the screen. The skip link leads here, and the focus moves here after navigation to another screen. */
export function MainArea({ className, unread = 0, children }: MainAreaProps) {
  const area = useRef<HTMLElement>(null);
  useLoadingMark(area);
  useTitleOfHeadline(area, unread);
  useFocusAfterMove(area);
  useFocusAfterRemoval(area);
  return (
    <main id="main" ref={area} tabIndex={-1} className={clsx('-outline-offset-2!', className)}>
      {children}
    </main>
  );
}

export function focusMain(): void {
  const area = document.getElementById('main');
  if (area !== null) focusHeadline(area);
}

/** Focuses the headline, so that a screen reader announces it first, or the area until there is a headline. */
function focusHeadline(area: HTMLElement, preventScroll = false): void {
  const headline = area.querySelector('h1');
  if (headline !== null) headline.tabIndex = -1;
  (headline ?? area).focus({ preventScroll });
}

/** Titles the tab with the screen's headline, so that no screen can forget to; prefixed with the unread count. */
function useTitleOfHeadline(area: RefObject<HTMLElement | null>, unread: number) {
  useEffect(() => {
    const element = area.current;
    if (element === null) return;
    const follow = () => {
      const headline = element.querySelector('h1')?.textContent.trim();
      const name = headline ? `${headline} · ${getShopName()}` : getShopName();
      document.title = unread > 0 ? `(${unread}) ${name}` : name;
    };
    follow();
    const observer = new MutationObserver(follow);
    observer.observe(element, { childList: true, subtree: true, characterData: true });
    return () => observer.disconnect();
  }, [area, unread]);
}

/** Moves the focus after navigation: the pressed link is gone, and the keyboard would start at the top again. */
function useFocusAfterMove(area: RefObject<HTMLElement | null>) {
  const { pathname } = useLocation();
  const kind = useNavigationType();
  useEffect(() => {
    const isMove = shownPath !== null && shownPath !== pathname;
    shownPath = pathname;
    if (!isMove) return;
    if (kind !== NavigationType.Pop) window.scrollTo(0, 0);
    const element = area.current;
    return element === null ? undefined : keepFocusOnHeadline(element);
  }, [area, pathname, kind]);
}

const DIALOG = '[role=dialog], [role=alertdialog]';

/**
 * Until the reader presses something: a headline may appear late or be replaced while the screen loads, and a menu that
 * closes returns the focus to its button. What the screen itself focuses, such as a field or a dialog, keeps it.
 */
function keepFocusOnHeadline(area: HTMLElement): () => void {
  const keep = () => {
    const { activeElement: active } = document;
    const isPlaced = active !== area && area.contains(active);
    // Does not scroll, so that going back keeps the scroll position.
    if (!isPlaced && !active?.closest(DIALOG)) focusHeadline(area, true);
  };
  const listeners = new AbortController();
  const observer = new MutationObserver(keep);
  const end = () => {
    observer.disconnect();
    listeners.abort();
  };
  observer.observe(area, { childList: true, subtree: true });
  const { signal } = listeners;
  document.addEventListener('focusin', ({ target }) => target !== area && keep(), { signal });
  for (const press of ['keydown', 'pointerdown'] as const) addEventListener(press, end, { signal, capture: true });
  keep();
  return end;
}

/** Longer than a screen takes to place the focus itself, and than a dialog takes to return it. */
const FOCUS_DELAY_MS = 50;

/** Moves the focus when what had it has gone, in the area or around it: the button of a row that it deleted, a banner. */
function useFocusAfterRemoval(area: RefObject<HTMLElement | null>) {
  useEffect(() => {
    const element = area.current;
    if (element === null) return;
    let focused: Node = element;
    const keep = () => {
      if (document.activeElement === document.body) focusHeadline(element, true);
    };
    const note = ({ target }: Event) => (focused = target as Node);
    const look = () => focused.isConnected || setTimeout(keep, FOCUS_DELAY_MS);
    const observer = new MutationObserver(look);
    document.addEventListener('focusin', note);
    observer.observe(document.body, { childList: true, subtree: true });
    return () => {
      document.removeEventListener('focusin', note);
      observer.disconnect();
    };
  }, [area]);
}
