import { Link } from 'react-router';
import type { ReactNode } from 'react';

/** A real link in the headline cell whose area is the whole row; buttons in the row have to lie above it. */
export function RowLink({ to, children }: { to: string | undefined; children: ReactNode }) {
  if (to === undefined) return children;
  return (
    <Link to={to} data-row-link className="text-link after:absolute after:inset-0">
      {children}
    </Link>
  );
}
