import { useEffect, useRef, type ComponentProps, type ReactNode, type RefObject } from 'react';
import { useNavigate } from 'react-router';

type RowLinkProps = {
  to: string | undefined;
  /** Tooltip with the whole text if only its beginning is shown; screen readers announce it after the name. */
  wholeText?: string | undefined;
  children: ReactNode;
};

/** A real link in the headline cell that covers the whole row; buttons in the row must be positioned above it. */
export function RowLink({ to, wholeText, children }: RowLinkProps) {
  if (to === undefined) return <>{children}</>;
  return (
    <LinkInRow
      href={to}
      title={wholeText}
      data-row-link
      className="inline-block py-0.5 font-strong text-link after:absolute after:inset-0 hover:underline"
    >
      {children}
    </LinkInRow>
  );
}

/**
 * A plain link. The router's own re-renders whenever the address changes, which a search does while typing: dozens of
 * them took most of the time until its result. The list handles clicks on these (useRowLinks).
 */
export const LinkInRow = ({ children, ...rest }: ComponentProps<'a'>) => (
  <a {...rest} data-in-row>
    {children}
  </a>
);

/** Routes plain clicks on links in rows within the portal; the browser handles all other ways to open a link. */
export function useRowLinks(list: RefObject<HTMLElement | null>): void {
  const navigate = useNavigate();
  const latest = useRef(navigate);
  useEffect(() => {
    latest.current = navigate;
  });
  useEffect(() => {
    const rows = list.current;
    const follow = (event: MouseEvent) => {
      const link = event.target instanceof Element ? event.target.closest('a[data-in-row]') : null;
      const isPlain = event.button === 0 && !(event.metaKey || event.ctrlKey || event.shiftKey || event.altKey);
      if (link === null || !isPlain || event.defaultPrevented) return;
      event.preventDefault();
      void latest.current(link.getAttribute('href') ?? '');
    };
    rows?.addEventListener('click', follow);
    return () => rows?.removeEventListener('click', follow);
  }, [list]);
}
