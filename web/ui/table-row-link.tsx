import { Link } from 'react-router';
import type { ReactNode } from 'react';

/** A real link in the headline cell whose area is the whole row; buttons in the row have to lie above it. */
export function RowLink({ to, children }: { to: string | undefined; children: ReactNode }) {
  if (to === undefined) return children;
  return (
    <Link
      to={to}
      data-row-link
      className="inline-block py-0.5 font-strong text-link after:absolute after:inset-0 hover:underline"
    >
      {children}
    </Link>
  );
}
