import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { LinkInRow } from './ui/table-row-link.tsx';

type Target = string | null;

/** Null for who cannot open it: the server names the record of a user to staff alone, and none that is deleted. */
export const pathOfUser = (id: number | null | undefined): Target =>
  id === null || id === undefined ? null : `/admin/edit-user/${id}`;

export const pathOfFile = (reader: 'customer' | 'administrator', id: number | null): Target => {
  if (id === null) return null;
  return reader === 'administrator' ? `/admin/view-file/${id}` : `/view-file/${id}`;
};

interface RecordLinkProps {
  to: Target;
  /** When the text alone does not show where it leads. */
  label?: string;
  children: ReactNode;
}

/** What stands for a record leads to its page, or is only text where there is none to open. */
export function RecordLink({ to, label, children }: RecordLinkProps) {
  if (to === null) return children;
  return (
    <Link to={to} aria-label={label} className="link wrap-anywhere coarse:py-2.5">
      {children}
    </Link>
  );
}

/** The same in a row of a table, above the link that the row may be. */
export function RecordInRow({ to, label, children }: RecordLinkProps) {
  if (to === null) return children;
  return (
    <LinkInRow
      href={to}
      aria-label={label}
      className="relative z-1 -my-1 inline-block max-w-full truncate py-1 align-middle text-link hover:underline coarse:py-2.5"
    >
      {children}
    </LinkInRow>
  );
}
