import type { ReactNode } from 'react';
import { RecordInRow, pathOfUser } from '../../../web/frame/record-link.tsx';
import { t } from '../../../web/languages/text.ts';
import type { Column } from '../../../web/ui/table-column.ts';
import type { UnreadByFile } from '../../accounts/web/unread.api.ts';
import { UnreadDot } from '../../messaging/web/unread-mark.tsx';
import type { FileSummary } from '../file.ts';
import { TARGET_KINDS, type TargetKind } from '../../staff/work/target-kinds.ts';
import { vehicleText } from '../files.rules.ts';

/** Returns the target time by which a file is measured. */
export const targetOf = ({ status }: Pick<FileSummary, 'status'>): TargetKind | null =>
  TARGET_KINDS.find((kind) => kind === status) ?? null;

/** The first column of a list of files, marked where something is unread; on a card it shows the vehicle instead. */
export const idColumn = (unread: UnreadByFile): Column<FileSummary> => ({
  key: 'file_id',
  header: t('common.fileId'),
  cell: (file) => withDot(unread, file, file.file_id),
  phoneCell: (file) => withDot(unread, file, vehicleText(file)),
  sortValue: (file) => file.id,
  phone: 'line',
});

/** Returns only the text where nothing is unread, so that a long list has few elements in each row. */
export function withDot(unread: UnreadByFile, { id }: Pick<FileSummary, 'id'>, text: string): ReactNode {
  const kinds = unread.get(id);
  if (kinds === undefined) return text;
  return (
    <span className="whitespace-nowrap">
      <UnreadDot kinds={kinds} />
      {text}
    </span>
  );
}

/** The owner of a file, for administrators; on a card the number of the file follows it. */
export const usernameColumn = (
  look: Pick<Column<FileSummary>, 'cellClass' | 'cellTitle' | 'sortValue'>,
): Column<FileSummary> => ({
  key: 'username',
  header: t('common.usernameLabel'),
  cell: (file) => <RecordInRow to={pathOfUser(file.user_id)}>{file.username}</RecordInRow>,
  phoneCell: (file) => `${file.username} · ${file.file_id}`,
  phone: 'line',
  ...look,
});

type StateLook = Pick<Column<FileSummary>, 'cell' | 'priority' | 'phoneCell'>;

/** The two states of a file; each list has badges of its own. */
export const stateColumns = (looks: Record<'price_status' | 'status', StateLook>): Column<FileSummary>[] => [
  {
    key: 'price_status',
    header: t('common.priceStatus'),
    sortValue: (file) => file.price_status,
    ...looks.price_status,
  },
  {
    key: 'status',
    header: t('common.status'),
    phone: 'end',
    sortValue: (file) => file.status,
    ...looks.status,
  },
];
