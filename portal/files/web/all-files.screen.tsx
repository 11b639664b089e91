import { useMemo, useState } from 'react';
import { t } from '../../../web/text.ts';
import { statusText, toneOf } from '../../../web/ui/badge.tsx';
import { Card } from '../../../web/ui/card.tsx';
import { PageHeader } from '../../../web/ui/page-header.tsx';
import { Gauges } from '../../../web/ui/gauges.tsx';
import { COMPACT, ListToolbar, findsAll, useListAddress } from '../../../web/ui/list-toolbar.tsx';
import { FileStatus, PriceStatus, type FileSummary } from '../files.contract.ts';
import { AdminDeleteFile } from './admin-delete-file.tsx';
import { AdminFilesTable } from './admin-files-table.tsx';
import { useFiles } from './files.api.ts';

/** What still needs somebody, in the order of the work. */
const QUEUE: readonly FileStatus[] = ['PENDING', 'IN_PROGRESS', 'PROCESSED'];

export default function AllFilesScreen() {
  const { data, isError, isFetching, refetch } = useFiles();
  const { search, setSearch, filter, setFilters, sort, setSort, clear } = useListAddress();
  const [deleting, setDeleting] = useState<FileSummary | null>(null);
  const [status, priceStatus] = [filter('status'), filter('price')];
  const rows = useMemo(
    () => data?.filter(isWanted({ search, status, priceStatus })),
    [data, search, status, priceStatus],
  );
  const narrowedBy = [search, statusText(priceStatus), statusText(status)].filter(Boolean).join(', ');
  return (
    <>
      <PageHeader title={t('All files')} />
      <Totals files={data} status={status} onChoose={(wanted) => setFilters({ status: wanted, price: '' })} />
      <Card flush className={COMPACT}>
        <ListToolbar
          search={search}
          onSearch={setSearch}
          placeholder={t('Search by file name, username, id...')}
          filters={filtersOf({ status, priceStatus, onChoose: setFilters })}
        />
        <AdminFilesTable
          rows={rows}
          error={isError && !isFetching}
          onRetry={() => void refetch()}
          search={data?.length ? narrowedBy : ''}
          onClearSearch={clear}
          sort={sort}
          onSort={setSort}
          onDelete={setDeleting}
        />
      </Card>
      <AdminDeleteFile file={deleting} onClose={() => setDeleting(null)} />
    </>
  );
}

type Choice = { status: string; priceStatus: string; onChoose: (filters: Record<string, string>) => void };

const filtersOf = ({ status, priceStatus, onChoose }: Choice) => [
  {
    label: t('Price Status'),
    any: t('Any payment'),
    value: priceStatus,
    options: wordsOf(PriceStatus.options),
    onChange: (price: string) => onChoose({ price }),
  },
  {
    label: t('Status'),
    any: t('Any status'),
    value: status,
    options: wordsOf(FileStatus.options),
    onChange: (wanted: string) => onChoose({ status: wanted }),
  },
];

const wordsOf = (words: readonly string[]) => words.map((word) => ({ value: word, label: statusText(word) }));

type Wanted = { search: string; status: string; priceStatus: string };

const isWanted =
  ({ search, status, priceStatus }: Wanted) =>
  (file: FileSummary) =>
    (status === '' || file.status === status) &&
    (priceStatus === '' || file.price_status === priceStatus) &&
    findsAll(search, (word) => isFound(file, word));

/** The number in the address counts as an id too, but only as a whole: its digits are in every file's number. */
const isFound = (file: FileSummary, word: string) =>
  [file.file_id, file.file_name, file.username].some((text) => text.toLowerCase().includes(word)) ||
  String(file.id) === word;

type TotalsProps = {
  files: readonly FileSummary[] | undefined;
  status: string;
  onChoose: (status: string) => void;
};

function Totals({ files, status, onChoose }: TotalsProps) {
  return (
    <Gauges
      label={t('Totals')}
      gauges={[
        { label: t('Total Files'), count: files?.length, pressed: status === '', onPress: () => onChoose('') },
        ...QUEUE.map((wanted) => ({
          label: statusText(wanted),
          count: files?.filter((file) => file.status === wanted).length,
          tone: toneOf(wanted),
          pressed: status === wanted,
          onPress: () => onChoose(wanted),
        })),
      ]}
    />
  );
}
