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
  ORIGINAL: textKey('disk-use.originals'),
  MODIFIED: textKey('disk-use.modified'),
  FURTHER: textKey('disk-use.further'),
  ATTACHMENT: textKey('disk-use.attachments'),
  DTC_OFF: textKey('disk-use.dtcOff'),
  MEDIA: textKey('disk-use.media'),
};

export function KindsTable({ data, isError, onRetry }: LoadedDiskUse) {
  return (
    <Table
      caption={t('disk-use.byKind')}
      rows={data && rowsOf(data)}
      error={isError}
      onRetry={onRetry}
      columns={columns()}
      rowKey={({ key }) => key}
      dense
      isSorted
      empty={{ text: t('disk-use.empty') }}
    />
  );
}

const rowsOf = ({ kinds, recorded_at, quarantine, backups, database_bytes }: DiskUse): KindRow[] => [
  ...kinds.map(({ kind, ...size }) =>
    measuredRow(kind, t(KIND_WORDS[kind]), recorded_at === null ? null : { ...size, measured_at: recorded_at }),
  ),
  measuredRow('QUARANTINE', t('disk-use.quarantine'), quarantine),
  { key: 'DATABASE', name: t('disk-use.database'), objects: null, bytes: database_bytes },
  measuredRow('BACKUPS', t('disk-use.backups'), backups),
];

const measuredRow = (key: string, name: string, measured: MeasuredBytes | null): KindRow => ({
  key,
  name,
  measuredAt: measured?.measured_at ?? null,
  objects: measured?.objects ?? null,
  bytes: measured?.bytes ?? null,
});

const whenMeasured = ({ measuredAt }: KindRow) =>
  measuredAt === null ? t('disk-use.notMeasured') : measuredAt && <TimeStamp value={measuredAt} />;

const columns = (): Column<KindRow>[] => [
  {
    key: 'name',
    header: t('disk-use.kind'),
    cell: ({ name }) => <span title={name}>{name}</span>,
    priority: 1,
    phone: 'title',
  },
  {
    key: 'measured',
    header: t('disk-use.measured'),
    cell: whenMeasured,
    phoneCell: (row) => (
      <>
        {row.measuredAt && t('disk-use.measured')} {whenMeasured(row)}
      </>
    ),
    priority: 3,
    phone: 'line',
  },
  {
    key: 'objects',
    header: t('disk-use.objects'),
    align: 'right',
    cell: ({ objects }) => (objects === null ? '–' : formatNumber(objects, {})),
    phoneCell: ({ objects }) => (objects === null ? null : t('disk-use.objectsN', { n: formatNumber(objects, {}) })),
    priority: 2,
    phone: 'end line',
  },
  {
    key: 'bytes',
    header: t('disk-use.size'),
    align: 'right',
    cell: ({ bytes }) => (bytes === null ? '–' : sizeText(bytes)),
    priority: 2,
    phone: 'end',
  },
];
