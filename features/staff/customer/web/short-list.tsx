import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { useCan } from '../../../../web/client/session.ts';
import { useMayOpen } from '../../../../web/client/staff-addresses.ts';
import { t } from '../../../../web/languages/text.ts';
import type { Capability } from '../../../../contract/capabilities.ts';
import { Card } from '../../../../web/ui/card.tsx';
import { SkeletonLines } from '../../../../web/ui/skeleton.tsx';

export interface ShortRow {
  key: string | number;
  /** What the row is about; links to its page. */
  title: ReactNode;
  to?: string | null;
  /** Smaller text below. */
  line?: ReactNode;
  /** On the right: a state or an amount. */
  end?: ReactNode;
  endLine?: ReactNode;
}

interface ShortListProps {
  /** Without this capability, there is no list. */
  needs: Capability;
  title: string;
  /** Undefined while loading. */
  rows: readonly ShortRow[] | undefined;
  empty: string;
  /** Link to the complete list. */
  all?: { to: string; text: string };
}

/** The newest few of a list, with a link to all of them. */
export function ShortList({ needs, title, rows, empty, all }: ShortListProps) {
  if (!useCan(needs)) return null;
  return (
    <Card flush title={title} actions={all && <AllLink {...all} />}>
      {rows === undefined ? (
        <div className="p-4">
          <SkeletonLines lines={3} />
        </div>
      ) : rows.length === 0 ? (
        <p className="px-4 py-3.5 text-body text-text2">{empty}</p>
      ) : (
        <ul className="divide-y">
          {rows.map((row) => (
            <Row key={row.key} row={row} />
          ))}
        </ul>
      )}
    </Card>
  );
}

function AllLink({ to, text }: { to: string; text: string }) {
  return (
    <Link to={to} className="link text-small coarse:py-2.5">
      {text}
    </Link>
  );
}

function Row({ row: { title, to, line, end, endLine } }: { row: ShortRow }) {
  const mayOpenIt = useMayOpen(to ?? '');
  return (
    <li className="grid grid-cols-[minmax(0,1fr)_auto] items-start gap-x-4 px-4 py-2.5">
      <div className="min-w-0">
        {to && mayOpenIt ? (
          <Link to={to} className="link wrap-anywhere coarse:py-1">
            {title}
          </Link>
        ) : (
          <span className="wrap-anywhere">{title}</span>
        )}
        {line && <div className="text-small text-text2 wrap-anywhere">{line}</div>}
      </div>
      <div className="grid justify-items-end text-right">
        {end}
        {endLine && <div className="text-small text-text2">{endLine}</div>}
      </div>
    </li>
  );
}

export const allOf = (n: number): string => t('staff.customer.allButton', { n });
