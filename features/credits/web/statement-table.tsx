import { clsx } from 'clsx';
import type { ReactNode } from 'react';
import { RecordLink } from '../../../web/frame/record-link.tsx';
import { formatShopDay } from '../../../web/languages/time-zone.ts';
import { t, textKey } from '../../../web/languages/text.ts';
import { formatAmount } from '../../../web/languages/numbers.ts';
import { type LedgerRow, SOURCE_TEXTS } from '../credits.calls.ts';
import type { StatementPart } from '../statement.calls.ts';
import { fileText, pathOfCause, useReader } from './ledger-cause.tsx';

type StatementTableProps = { part: StatementPart; period: { from: string; to: string } };

const UNITS = { MAIN: textKey('common.credits'), AI: textKey('common.aiCredits') };

/** Opening, every entry in order, closing: amounts in one column and balances in the next, to be added up by hand. */
export function StatementTable({ part, period }: StatementTableProps) {
  return (
    <section aria-label={t(UNITS[part.unit])} className="overflow-x-auto rounded-card border bg-surface print:border-0">
      <table className="w-full border-collapse text-body">
        <caption className="px-3 pt-3 text-left text-lead font-strong sm:px-5">{t(UNITS[part.unit])}</caption>
        <thead>
          <tr className="border-b text-small text-text2">
            <Head>{t('credits.date')}</Head>
            <Head>{t('credits.entry')}</Head>
            <Head isNumber>{t('common.amount')}</Head>
            <Head isNumber>{t('credits.balance')}</Head>
          </tr>
        </thead>
        <tbody>
          <Line day={period.from} what={t('credits.openingBalance')} balance={part.opening} isSum />
          {part.rows.map((row) => (
            <Line
              key={row.id}
              day={formatShopDay(new Date(row.created_at))}
              what={<Entry row={row} />}
              change={row.credit_balance}
              balance={row.balance_after}
            />
          ))}
          <Line day={period.to} what={t('credits.closingBalance')} change={null} balance={part.closing} isSum />
        </tbody>
      </table>
      <p className="flex flex-wrap gap-x-6 px-3 py-3 text-small text-text2 sm:px-5">
        <span>{t('credits.receivedTotal', { n: formatAmount(part.received) })}</span>
        <span>{t('credits.spentTotal', { n: formatAmount(part.spent) })}</span>
      </p>
    </section>
  );
}

function Entry({ row }: { row: LedgerRow }) {
  const path = pathOfCause(row, useReader());
  const { file_id, note, is_test } = row;
  const source = t(SOURCE_TEXTS[row.source]);
  const more = [note, is_test ? t('common.test') : null].filter((text) => text !== null);
  return (
    <>
      {file_id === null ? <RecordLink to={path}>{source}</RecordLink> : source}
      {(file_id !== null || more.length > 0) && (
        <span className="block text-small text-text2 wrap-anywhere">
          {file_id !== null && <RecordLink to={path}>{fileText(file_id)}</RecordLink>}
          {file_id !== null && more.length > 0 && ', '}
          {more.join(', ')}
        </span>
      )}
    </>
  );
}

const CELL = 'px-2 py-2 align-top sm:px-5';

function Head({ isNumber = false, children }: { isNumber?: boolean; children: ReactNode }) {
  return (
    <th scope="col" className={clsx(CELL, isNumber ? 'text-right' : 'text-left')}>
      {children}
    </th>
  );
}

type LineProps = { day: string; what: ReactNode; change?: number | null; balance: number; isSum?: boolean };

function Line({ day, what, change = null, balance, isSum = false }: LineProps) {
  return (
    <tr className={clsx('border-b', isSum && 'font-strong')}>
      <td className={clsx(CELL, 'whitespace-nowrap max-sm:text-small')}>{day}</td>
      <td className={CELL}>{what}</td>
      <td className={clsx(CELL, 'text-right')}>{change === null ? '' : formatAmount(change)}</td>
      <td className={clsx(CELL, 'text-right')}>{formatAmount(balance)}</td>
    </tr>
  );
}
