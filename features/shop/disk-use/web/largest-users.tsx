import { pathOfUser, RecordInRow } from '../../../../web/frame/record-link.tsx';
import { t } from '../../../../web/languages/text.ts';
import { formatNumber } from '../../../../web/languages/numbers.ts';
import { sizeText } from '../../../../web/ui/progress-bar.tsx';
import type { Column } from '../../../../web/ui/table-column.ts';
import { Table } from '../../../../web/ui/table.tsx';
import type { UserBytes } from '../disk-use.calls.ts';
import type { LoadedDiskUse } from './kinds-table.tsx';

/** The users with the most bytes first, by kind. */
export function LargestUsers({ data, isError, onRetry }: LoadedDiskUse) {
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
