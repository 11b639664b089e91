import { Database, Files, HardDrive } from 'lucide-react';
import { useQuery } from '@tanstack/react-query';
import { t } from '../../../../web/languages/text.ts';
import { Card } from '../../../../web/ui/card.tsx';
import { PageHeader } from '../../../../web/ui/page-header.tsx';
import { sizeText } from '../../../../web/ui/progress-bar.tsx';
import { Stat } from '../../../../web/ui/stat.tsx';
import { type DiskUse, type UserBytes, getDiskUse } from '../disk-use.calls.ts';
import { KindsTable, type LoadedDiskUse } from './kinds-table.tsx';
import { call } from '../../../../web/client/call.ts';
import { RecordInRow, pathOfUser } from '../../../../web/frame/record-link.tsx';
import { formatNumber } from '../../../../web/languages/numbers.ts';
import type { Column } from '../../../../web/ui/table-column.ts';
import { Table } from '../../../../web/ui/table.tsx';

/** Shows what takes how much space, and whose it is. */
export default function DiskUseScreen() {
  const { data, isError, refetch } = useDiskUse();
  const state = { data, isError, onRetry: () => void refetch() };
  return (
    <>
      <PageHeader title={t('shop.diskUse.title')} hint={t('shop.diskUse.introduction')} />
      <div className="grid gap-6">
        <Totals data={data} />
        <Card flush title={t('shop.diskUse.byKind')}>
          <KindsTable {...state} />
          <p className="border-t px-4 py-3 text-small text-text2">{t('shop.diskUse.proposalsHint')}</p>
        </Card>
        <Card flush title={t('shop.diskUse.largestUsers')}>
          <LargestUsers {...state} />
        </Card>
      </div>
    </>
  );
}

function Totals({ data }: { data: DiskUse | undefined }) {
  const stored = data?.recorded_at ? data.kinds.reduce((sum, { bytes }) => sum + bytes, 0) : undefined;
  const shown = (bytes: number | undefined) => (bytes === undefined ? '–' : sizeText(bytes));
  return (
    <div className="grid gap-3 sm:grid-cols-3">
      <Stat label={t('shop.diskUse.storedFiles')} value={shown(stored)} icon={<Files />} />
      <Stat label={t('shop.diskUse.database')} value={shown(data?.database_bytes)} icon={<Database />} />
      <Stat
        label={t('shop.diskUse.free')}
        value={data?.free_bytes === null ? '–' : shown(data?.free_bytes)}
        hint={data?.free_bytes === null ? t('shop.diskUse.freeInBucketHint') : undefined}
        icon={<HardDrive />}
      />
    </div>
  );
}

const useDiskUse = () =>
  useQuery({
    queryKey: ['disk-use'],
    queryFn: ({ signal }) => call(getDiskUse, {}, { signal }),
    staleTime: 0,
  });

/** The users with the most bytes first, by kind. */
function LargestUsers({ data, isError, onRetry }: LoadedDiskUse) {
  return (
    <Table
      caption={t('shop.diskUse.largestUsers')}
      rows={data?.users}
      error={isError}
      onRetry={onRetry}
      columns={columns()}
      rowKey={({ user_id }) => user_id}
      dense
      defaultSort={{ key: 'total', direction: 'descending' }}
      empty={{ text: t('shop.diskUse.empty') }}
    />
  );
}

type BytesOf = { [Name in keyof UserBytes]: Name extends `${string}_bytes` ? Name : never }[keyof UserBytes];

const bytesColumn = (name: BytesOf, header: string): Column<UserBytes> => ({
  key: name,
  header,
  align: 'right',
  cell: (user) => (user[name] === 0 ? '–' : sizeText(user[name])),
  sortValue: (user) => user[name],
  priority: 3,
});

const columns = (): Column<UserBytes>[] => [
  {
    key: 'user',
    header: t('shop.diskUse.user'),
    cell: ({ username, open_user_id }) => <RecordInRow to={pathOfUser(open_user_id)}>{username}</RecordInRow>,
    sortValue: ({ username }) => username,
    priority: 1,
    phone: 'title',
  },
  bytesColumn('original_bytes', t('shop.diskUse.originals')),
  bytesColumn('modified_bytes', t('shop.diskUse.modified')),
  bytesColumn('further_bytes', t('shop.diskUse.further')),
  bytesColumn('attachment_bytes', t('shop.diskUse.attachmentsShort')),
  bytesColumn('dtc_off_bytes', t('shop.diskUse.dtcOff')),
  {
    key: 'objects',
    header: t('shop.diskUse.files'),
    align: 'right',
    cell: ({ objects }) => formatNumber(objects, {}),
    phoneCell: ({ objects }) => t('shop.diskUse.fileCount', { n: formatNumber(objects, {}) }),
    sortValue: ({ objects }) => objects,
    priority: 2,
    phone: 'line',
  },
  {
    key: 'total',
    header: t('shop.diskUse.total'),
    align: 'right',
    cell: ({ total_bytes }) => <strong>{sizeText(total_bytes)}</strong>,
    sortValue: ({ total_bytes }) => total_bytes,
    priority: 2,
    phone: 'end',
  },
];
