import { useEffect, useRef, type ComponentProps, type ReactNode, type RefObject } from 'react';
import { useNavigate } from 'react-router';

type RowLinkProps = {
  to: string | undefined;
  /** When what is shown is only its beginning: the tooltip, which screen readers read out after the name. */
  wholeText?: string | undefined;
  children: ReactNode;
};

/** A real link in the headline cell whose area is the whole row; buttons in the row have to lie above it. */
export function RowLink({ to, wholeText, children }: RowLinkProps) {
  if (to === undefined) return children;
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
 * The router's own link is drawn again whenever the address changes, and a search changes it with every key: dozens of
 * them were most of the time until its result. The list follows these (useRowLinks).
 */
export const LinkInRow = ({ children, ...rest }: ComponentProps<'a'>) => (
  <a {...rest} data-in-row>
    {children}
  </a>
);

/** A plain click on a link in one of the rows stays inside of the portal; every other way to open it is the browser's. */
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
