import { RecordInRow, pathOfFile } from '../../../web/frame/record-link.tsx';
import { useCan } from '../../../web/client/session.ts';
import { t } from '../../../web/languages/text.ts';
import { type LedgerRow, SOURCE_TEXTS } from '../credits.calls.ts';

type Reader = 'customer' | 'administrator';

/** Returns the path of the page that shows what an entry was booked for; null where the reader has no such page. */
export function pathOfCause(row: LedgerRow, reader: Reader): string | null {
  const { source, username, open_file_id, payment_reference = null } = row;
  if (open_file_id !== null) return pathOfFile(reader, open_file_id);
  if (reader === 'customer') return source === 'DTC OFF' ? '/upload-ai' : null;
  if (payment_reference !== null) return `/admin/payments?${parametersOf({ transaction: payment_reference })}`;
  if (source === 'DTC OFF') return `/admin/dtc-off-files?${parametersOf({ q: username })}`;
  if (source !== 'Admin') return null;
  return `/admin/audit?${parametersOf({ kind: row.unit === 'AI' ? 'AI_BALANCE' : 'BALANCE', about: username })}`;
}

const parametersOf = (fields: Record<string, string>) => new URLSearchParams(fields).toString();

export const useReader = (): Reader => (useCan('ledger.read-all') ? 'administrator' : 'customer');

/** The source of an entry and the file it was for; one of them links to what caused the entry. */
export function LedgerCause({ row }: { row: LedgerRow }) {
  const path = pathOfCause(row, useReader());
  const { file_id } = row;
  const source = t(SOURCE_TEXTS[row.source]);
  if (file_id === null) return <RecordInRow to={path}>{source}</RecordInRow>;
  return (
    <>
      {source}
      <span className="text-small text-text2">
        <RecordInRow to={path}>{fileText(file_id)}</RecordInRow>
      </span>
    </>
  );
}

export const fileText = (id: string) => t('credits.fileReference', { id });

/** Customers read that the support has changed their balance; the reason is for administrators only. */
export const findNote = ({ note, reason = null, source }: LedgerRow, reader: Reader): string | null =>
  note ?? reason ?? (source === 'Admin' && reader === 'customer' ? t('credits.bySupport') : null);
