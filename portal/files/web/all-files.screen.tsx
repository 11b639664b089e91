import { Bell, Trash2 } from 'lucide-react';
import { useMemo, useState } from 'react';
import { BulkBar, useSelection } from '../../../web/lists/selection.tsx';
import { CsvButton } from '../../../web/lists/csv-button.tsx';
import { SavedFilters } from '../../../web/lists/saved-filters.tsx';
import { t } from '../../../web/text.ts';
import { statusText, toneOf } from '../../../web/ui/badge.tsx';
import { Button } from '../../../web/ui/button.tsx';
import { Card } from '../../../web/ui/card.tsx';
import { PageHeader } from '../../../web/ui/page-header.tsx';
import { Gauges } from '../../../web/ui/gauges.tsx';
import { COMPACT, ListToolbar, useListAddress } from '../../../web/ui/list-toolbar.tsx';
import { type FileSummary, FILE_STATUSES, type FileStatus, PRICE_STATUSES } from '../files.contract.ts';
import { AdminDeleteFile } from './admin-delete-file.tsx';
import { AdminFilesTable, useFileColumns } from './admin-files-table.tsx';
import { useAllFiles } from './all-files.api.ts';
import { BulkDeleteFiles } from './bulk-delete-files.tsx';
import { BulkNotify } from './bulk-notify.tsx';
import { FILE_CSV } from './files-csv.tsx';

/** What still needs somebody, in the order of the work. */
const QUEUE: readonly FileStatus[] = ['PENDING', 'IN_PROGRESS', 'PROCESSED'];

const nameOf = (file: FileSummary) => `${file.file_name} (${file.file_id})`;

export default function AllFilesScreen() {
  const { search, setSearch, filter, setFilters, sort, setSort, clear } = useListAddress();
  const [status, priceStatus] = [filter('status'), filter('price')];
  const files = useAllFiles({ search, filters: { status, price_status: priceStatus }, sort });
  const selection = useSelection(nameOf);
  const [dialog, setDialog] = useState<'delete' | 'notify' | FileSummary | null>(null);
  const { columns, menu } = useFileColumns(setDialog);
  const allColumns = useMemo(() => [selection.column, ...columns], [selection.column, columns]);
  const close = () => setDialog(null);
  const narrowedBy = [search, statusText(priceStatus), statusText(status)].filter(Boolean).join(', ');
  return (
    <>
      <PageHeader
        title={t('All files')}
        actions={
          <>
            <SavedFilters list="all-files" />
            {menu}
            <CsvButton name="files" columns={FILE_CSV} takeAll={files.takeAll} />
          </>
        }
      />
      <Totals {...files} status={status} onChoose={(wanted) => setFilters({ status: wanted, price: '' })} />
      <Card flush className={COMPACT}>
        <ListToolbar
          search={search}
          onSearch={setSearch}
          placeholder={t('Search by file name, username, id...')}
          filters={filtersOf({ status, priceStatus, onChoose: setFilters })}
        />
        <BulkBar
          count={selection.rows.length}
          matching={files.matching}
          mayAll={selection.rows.length < files.matching || selection.misses(files.rows)}
          onAll={() => files.takeAll().then(selection.add)}
          onClear={selection.clear}
        >
          <Button small icon={<Bell />} onClick={() => setDialog('notify')}>
            {t('Notify')}
          </Button>
          <Button small variant="danger" icon={<Trash2 />} onClick={() => setDialog('delete')}>
            {t('Delete selected')}
          </Button>
        </BulkBar>
        <AdminFilesTable
          rows={files.rows}
          columns={allColumns}
          onRange={files.onRange}
          error={files.hasFailed}
          onRetry={files.retry}
          search={files.total === 0 ? '' : narrowedBy}
          onClearSearch={clear}
          sort={sort}
          onSort={setSort}
        />
      </Card>
      <AdminDeleteFile file={typeof dialog === 'object' ? dialog : null} onDeleted={selection.drop} onClose={close} />
      {dialog === 'delete' && (
        <BulkDeleteFiles
          files={selection.rows}
          onCancel={close}
          onDone={(left) => {
            selection.choose(left);
            close();
          }}
        />
      )}
      {dialog === 'notify' && <BulkNotify rows={selection.rows} onCancel={close} onDone={close} />}
    </>
  );
}

type Choice = { status: string; priceStatus: string; onChoose: (filters: Record<string, string>) => void };

const filtersOf = ({ status, priceStatus, onChoose }: Choice) => [
  {
    label: t('Price Status'),
    any: t('Any payment'),
    value: priceStatus,
    options: wordsOf(PRICE_STATUSES),
    onChange: (price: string) => onChoose({ price }),
  },
  {
    label: t('Status'),
    any: t('Any status'),
    value: status,
    options: wordsOf(FILE_STATUSES),
    onChange: (wanted: string) => onChoose({ status: wanted }),
  },
];

const wordsOf = (words: readonly string[]) => words.map((word) => ({ value: word, label: statusText(word) }));

type TotalsProps = Pick<ReturnType<typeof useAllFiles>, 'total' | 'counts'> & {
  status: string;
  onChoose: (status: string) => void;
};

function Totals({ total, counts, status, onChoose }: TotalsProps) {
  return (
    <Gauges
      label={t('Totals')}
      gauges={[
        { label: t('Total Files'), count: total, pressed: status === '', onPress: () => onChoose('') },
        ...QUEUE.map((wanted) => ({
          label: statusText(wanted),
          count: counts && (counts.status?.[wanted] ?? 0),
          tone: toneOf(wanted),
          pressed: status === wanted,
          onPress: () => onChoose(wanted),
        })),
      ]}
    />
  );
}
