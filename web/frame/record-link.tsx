import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { useMayOpen } from '../client/staff-addresses.ts';
import { LinkInRow } from '../ui/table-row-link.tsx';

type Target = string | null;

/** Null if the reader cannot open it: the server sends a user's id to staff only, and none for a deleted user. */
export const pathOfUser = (id: number | null | undefined): Target =>
  id === null || id === undefined ? null : `/admin/edit-user/${id}`;

export const pathOfFile = (reader: 'customer' | 'administrator', id: number | null): Target => {
  if (id === null) return null;
  return reader === 'administrator' ? `/admin/view-file/${id}` : `/view-file/${id}`;
};

interface RecordLinkProps {
  to: Target;
  /** Accessible name, for a text that does not show where the link leads. */
  label?: string;
  children: ReactNode;
}

/** Links a text to the page of its record, or shows plain text if there is no page to open. */
export function RecordLink({ to, label, children }: RecordLinkProps) {
  const mayOpenIt = useMayOpen(to ?? '');
  if (to === null || !mayOpenIt) return <>{children}</>;
  return (
    <Link to={to} aria-label={label} className="link wrap-anywhere coarse:py-2.5">
      {children}
    </Link>
  );
}

/** The same inside a table row; it lies above the link that covers the row. */
export function RecordInRow({ to, label, children }: RecordLinkProps) {
  const mayOpenIt = useMayOpen(to ?? '');
  if (to === null || !mayOpenIt) return <>{children}</>;
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
