import { clsx } from 'clsx';
import { useEffect, useRef, type ReactNode, type RefObject } from 'react';
import { NavigationType, useLocation, useNavigationType } from 'react-router';
import { useLoadingMark } from '../ui/loading-marks.ts';
import { shopName } from './shop.ts';

/** The path that was shown last, whichever shell showed it; null while this is the page's first. */
let shownPath: string | null = null;

interface MainAreaProps {
  className?: string;
  /** How many notifications are unread: the tab's title begins with it. */
  unread?: number;
  children: ReactNode;
}

/** The screen's place: the skip link leads here, and so does the focus after a move to another screen. */
export function MainArea({ className, unread = 0, children }: MainAreaProps) {
  const area = useRef<HTMLElement>(null);
  useLoadingMark(area);
  useTitleOfHeadline(area, unread);
  useFocusAfterMove(area);
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

/** The headline is what a screen reader should announce first; the area takes its place until there is one. */
function focusHeadline(area: HTMLElement, options?: FocusOptions): void {
  const headline = area.querySelector('h1');
  if (headline !== null) headline.tabIndex = -1;
  (headline ?? area).focus(options);
}

/** The tab is called what the screen is called, so that no screen can forget it; before that, how much is unread. */
function useTitleOfHeadline(area: RefObject<HTMLElement | null>, unread: number) {
  useEffect(() => {
    const element = area.current;
    if (element === null) return;
    const follow = () => {
      const headline = element.querySelector('h1')?.textContent.trim();
      const name = headline ? `${headline} · ${shopName()}` : shopName();
      document.title = unread > 0 ? `(${unread}) ${name}` : name;
    };
    follow();
    const observer = new MutationObserver(follow);
    observer.observe(element, { childList: true, subtree: true, characterData: true });
    return () => observer.disconnect();
  }, [area, unread]);
}

/** The link that was pressed is gone with its screen; without this the keyboard would start again at the top. */
function useFocusAfterMove(area: RefObject<HTMLElement | null>) {
  const { pathname } = useLocation();
  const kind = useNavigationType();
  useEffect(() => {
    const isMove = shownPath !== null && shownPath !== pathname;
    shownPath = pathname;
    if (!isMove) return;
    if (kind !== NavigationType.Pop) window.scrollTo(0, 0);
    const element = area.current;
    if (element === null || element.contains(document.activeElement)) return;
    // Going back keeps the place on the page.
    focusHeadline(element, { preventScroll: true });
    if (document.activeElement !== element) return;
    const observer = new MutationObserver(() => {
      if (element.querySelector('h1') === null) return;
      observer.disconnect();
      if (document.activeElement === element) focusHeadline(element, { preventScroll: true });
    });
    observer.observe(element, { childList: true, subtree: true });
    return () => observer.disconnect();
  }, [area, pathname, kind]);
}
