import { Link } from 'react-router';
import type { ReactNode } from 'react';

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
    <Link
      to={to}
      title={wholeText}
      data-row-link
      className="inline-block py-0.5 font-strong text-link after:absolute after:inset-0 hover:underline"
    >
      {children}
    </Link>
  );
}
