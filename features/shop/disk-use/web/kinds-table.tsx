import { t, textKey, type Label } from '../../../../web/languages/text.ts';
import { formatNumber } from '../../../../web/languages/numbers.ts';
import { sizeText } from '../../../../web/ui/progress-bar.tsx';
import type { Column } from '../../../../web/ui/table-column.ts';
import { Table } from '../../../../web/ui/table.tsx';
import { TimeStamp } from '../../../../web/ui/time.tsx';
import type { DiskUse, MeasuredBytes, StoredKind } from '../disk-use.calls.ts';

export interface LoadedDiskUse {
  data: DiskUse | undefined;
  isError: boolean;
  onRetry: () => void;
}

interface KindRow {
  key: string;
  name: string;
  /** Null: not measured yet; omitted: always known. */
  measuredAt?: string | null;
  /** Null: unknown. */
  objects: number | null;
  bytes: number | null;
}

const KIND_WORDS: Record<StoredKind, Label> = {
  ORIGINAL: textKey('shop.diskUse.originals'),
  MODIFIED: textKey('shop.diskUse.modified'),
  FURTHER: textKey('shop.diskUse.further'),
  ATTACHMENT: textKey('shop.diskUse.attachments'),
  DTC_OFF: textKey('shop.diskUse.dtcOff'),
  MEDIA: textKey('shop.diskUse.media'),
};

export function KindsTable({ data, isError, onRetry }: LoadedDiskUse) {
  return (
    <Table
      caption={t('shop.diskUse.byKind')}
      rows={data && rowsOf(data)}
      error={isError}
      onRetry={onRetry}
      columns={columns()}
      rowKey={({ key }) => key}
      dense
      isSorted
      empty={{ text: t('shop.diskUse.empty') }}
    />
  );
}

const rowsOf = ({ kinds, recorded_at, quarantine, backups, database_bytes }: DiskUse): KindRow[] => [
  ...kinds.map(({ kind, ...size }) =>
    measuredRow(kind, t(KIND_WORDS[kind]), recorded_at === null ? null : { ...size, measured_at: recorded_at }),
  ),
  measuredRow('QUARANTINE', t('shop.diskUse.quarantine'), quarantine),
  { key: 'DATABASE', name: t('shop.diskUse.database'), objects: null, bytes: database_bytes },
  measuredRow('BACKUPS', t('shop.diskUse.backups'), backups),
];

const measuredRow = (key: string, name: string, measured: MeasuredBytes | null): KindRow => ({
  key,
  name,
  measuredAt: measured?.measured_at ?? null,
  objects: measured?.objects ?? null,
  bytes: measured?.bytes ?? null,
});

const whenMeasured = ({ measuredAt }: KindRow) =>
  measuredAt === null ? t('shop.diskUse.notMeasured') : measuredAt && <TimeStamp value={measuredAt} />;

const columns = (): Column<KindRow>[] => [
  {
    key: 'name',
    header: t('shop.diskUse.kind'),
    cell: ({ name }) => <span title={name}>{name}</span>,
    priority: 1,
    phone: 'title',
  },
  {
    key: 'measured',
    header: t('shop.diskUse.measuredAt'),
    cell: whenMeasured,
    phoneCell: (row) => (
      <>
        {row.measuredAt && t('shop.diskUse.measuredAt')} {whenMeasured(row)}
      </>
    ),
    priority: 3,
    phone: 'line',
  },
  {
    key: 'objects',
    header: t('shop.diskUse.files'),
    align: 'right',
    cell: ({ objects }) => (objects === null ? '–' : formatNumber(objects, {})),
    phoneCell: ({ objects }) =>
      objects === null ? null : t('shop.diskUse.fileCount', { n: formatNumber(objects, {}) }),
    priority: 2,
    phone: 'end line',
  },
  {
    key: 'bytes',
    header: t('shop.diskUse.size'),
    align: 'right',
    cell: ({ bytes }) => (bytes === null ? '–' : sizeText(bytes)),
    priority: 2,
    phone: 'end',
  },
];
