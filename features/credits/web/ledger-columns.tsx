import { clsx } from 'clsx';
import { RecordInRow, pathOfUser } from '../../../web/frame/record-link.tsx';
import { t } from '../../../web/languages/text.ts';
import { formatAmount } from '../../../web/languages/numbers.ts';
import { Badge } from '../../../web/ui/badge.tsx';
import type { Column } from '../../../web/ui/table-column.ts';
import { TimeStamp } from '../../../web/ui/time.tsx';
import type { LedgerRow } from '../credits.calls.ts';
import { LedgerCause, findNote, useReader } from './ledger-cause.tsx';

/** The columns of the specification, and the balance after each entry. */
export function ledgerColumns(): Column<LedgerRow>[] {
  return [
    {
      key: 'username',
      header: t('common.usernameColumn'),
      cell: (row) => <RecordInRow to={pathOfUser(row.open_user_id)}>{row.username}</RecordInRow>,
      priority: 2,
      phone: 'line',
    },
    {
      key: 'credit_balance',
      header: t('common.creditBalance'),
      cell: (row) => <Amount value={row.credit_balance} />,
      align: 'right',
      priority: 1,
      phone: 'end',
    },
    {
      key: 'balance_after',
      header: t('credits.balanceAfter'),
      cell: (row) => formatAmount(row.balance_after),
      align: 'right',
      phone: 'line',
      phoneCell: (row) => `${t('credits.balanceAfter')} ${formatAmount(row.balance_after)}`,
    },
    { key: 'source', header: t('common.source'), cell: (row) => <Source row={row} />, phone: 'long title' },
    {
      key: 'created_at',
      header: t('common.createdAt'),
      cell: (row) => <TimeStamp value={row.created_at} />,
      phone: 'end line',
    },
  ];
}

/** Green from 0 up, red below; the sign shows it too (C-LED-03, X-CRS-05). */
function Amount({ value }: { value: number }) {
  const isNegative = value < 0;
  return (
    <span
      data-tone={isNegative ? 'red' : 'green'}
      className={clsx('font-strong', isNegative ? 'text-red-fg' : 'text-green-fg')}
    >
      {formatAmount(value)}
    </span>
  );
}

/** Entries of the AI balance are marked, as it has a running balance of its own; a note gives the reason. */
function Source({ row }: { row: LedgerRow }) {
  const note = findNote(row, useReader());
  return (
    <span className="inline-flex flex-wrap items-center gap-2">
      <LedgerCause row={row} />
      {row.is_test && <Badge>{t('common.test')}</Badge>}
      {row.unit === 'AI' && <Badge>{t('common.aiCredits')}</Badge>}
      {row.ordered_by != null && (
        <span className="w-full text-small wrap-anywhere text-text2">
          {t('common.orderedBy', { name: row.ordered_by })}
        </span>
      )}
      {note !== null && <span className="w-full text-small text-text2 wrap-anywhere">{note}</span>}
    </span>
  );
}
