import { useDeferredValue, useMemo, type ReactNode } from 'react';
import { getSession, useSession } from '../../../web/client/session.ts';
import { t, getCurrentLanguage, type Label, textKey } from '../../../web/languages/text.ts';
import { formatAmount } from '../../../web/languages/numbers.ts';
import { StatusBadge, statusText, toneOf } from '../../../web/ui/badge.tsx';
import { ButtonLink, Button } from '../../../web/ui/button.tsx';
import { Card } from '../../../web/ui/card.tsx';
import { Cut } from '../../../web/ui/cut-text.tsx';
import { PageHeader } from '../../../web/ui/page-header.tsx';
import { Table } from '../../../web/ui/table.tsx';
import type { Column } from '../../../web/ui/table-column.ts';
import { sortRows } from '../../../web/ui/table-sort.ts';
import { TimeStamp } from '../../../web/ui/time.tsx';
import { ListToolbar, matchesAll, useListAddress } from '../../../web/ui/list-toolbar.tsx';
import { useUnreadByFile, type UnreadByFile } from '../../accounts/web/unread.api.ts';
import type { FileSummary } from '../file.ts';
import { splitSolutionNames } from '../files.rules.ts';
import { listFilters } from './file-filters.tsx';
import { idColumn, stateColumns } from './file-columns.tsx';
import { prepareUserFiles, useUserFiles } from './files.api.ts';
import { viewColumn } from '../../../web/ui/view-column.tsx';
import { Download } from 'lucide-react';
import { save } from '../../../web/client/download.ts';
import { formatShopDay } from '../../../web/languages/time-zone.ts';
import { getShopZone } from '../../../web/frame/shop.ts';
import { CSV_START, createCsvLine, type CsvCell } from '../../../contract/csv.ts';
import { formatTimeIn } from '../../../contract/zone-time.ts';

/** Length to which file names are cut (X-TRN-02). */
const NAME_LENGTH = 23;

/** A name on two lines would make a row twice as high. */
const ONE_LINE = 'sm:whitespace-nowrap';

const addressOf = ({ id }: FileSummary) => `/view-file/${id}`;

const columns = (unread: UnreadByFile): Column<FileSummary>[] => [
  idColumn(unread),
  {
    key: 'file_name',
    header: t('common.fileName'),
    priority: 1,
    phone: 'title',
    cellClass: ONE_LINE,
    cell: (file) => <Cut isFileName text={file.file_name} length={NAME_LENGTH} />,
    sortValue: (file) => file.file_name,
  },
  ...solutionColumns(),
  ...stateColumns({
    price_status: { cell: (file) => <StatusBadge status={file.price_status} /> },
    status: { cell: (file) => <StatusBadge status={file.status} /> },
  }),
  {
    key: 'created_at',
    header: t('common.uploadedAt'),
    priority: 3,
    cell: (file) => <TimeStamp value={file.created_at} />,
    sortValue: (file) => new Date(file.created_at),
  },
  viewColumn(addressOf, (file) => t('files.viewLabel', { id: file.file_id })),
];

/** What was ordered, and its price. */
const solutionColumns = (): Column<FileSummary>[] => [
  {
    key: 'solution',
    header: t('common.solution'),
    priority: 3,
    phone: 'line',
    phoneCell: (file) => file.file_id,
    cellClass: 'sm:max-w-56 sm:truncate',
    cellTitle: (file) => splitSolutionNames(file.solution).join(', '),
    cell: (file) => splitSolutionNames(file.solution).join(', '),
    sortValue: (file) => file.solution,
  },
  {
    key: 'price',
    header: t('common.solutionPrice'),
    align: 'right',
    phone: 'end line',
    cell: (file) => <span className="whitespace-nowrap">{formatAmount(file.price)} CRS</span>,
    sortValue: (file) => file.price,
  },
];

export const prepare = async () => {
  const user = getSession()?.user;
  if (user !== undefined) await prepareUserFiles(user.id);
};

export default function MyFilesScreen() {
  const { data: files, isError, refetch } = useUserFiles(useSession()?.user.id ?? 0);
  // A reply is drawn in slices: in one go, its rows would block a slow phone.
  const data = useDeferredValue(files);
  const unread = useUnreadByFile();
  const address = useListAddress();
  const { search, filter, setFilters, sort, setSort } = address;
  const [status, priceStatus] = [filter('status'), filter('price')];
  const rows = useMemo(
    () => data?.filter(matchesSearch({ search, status, priceStatus })),
    [data, search, status, priceStatus],
  );
  const chosen = [search, statusText(priceStatus), statusText(status)].filter(Boolean).join(', ');
  const toCsv = rows?.length !== 0 && (
    <FilesAsTable listFiles={rows && (() => sortRows(rows, columns(unread), sort))} />
  );
  return (
    <>
      <Header toCsv={toCsv} />
      <Card flush>
        <ListToolbar
          search={search}
          onSearch={(text) => address.setSearch(text)}
          placeholder={t('common.filesSearchPlaceholder')}
          filters={listFilters({ status, priceStatus, onChoose: setFilters })}
        />
        <Table
          caption={t('common.myFiles')}
          columns={columns(unread)}
          rows={rows}
          rowKey={(file) => file.id}
          to={addressOf}
          rail={(file) => toneOf(file.status)}
          error={isError}
          onRetry={() => void refetch()}
          empty={{
            text: t('files.empty'),
            action: <ButtonLink to="/upload">{t('common.uploadFile')}</ButtonLink>,
          }}
          search={data?.length === 0 ? undefined : chosen}
          isFiltered={chosen !== search}
          onClearSearch={() => address.clear()}
          sort={sort}
          onSort={setSort}
        />
      </Card>
    </>
  );
}

function Header({ toCsv }: { toCsv: ReactNode }) {
  return (
    <PageHeader
      title={t('common.myFiles')}
      actions={
        <>
          {toCsv}
          <ButtonLink variant="primary" to="/upload">
            {t('common.uploadFile')}
          </ButtonLink>
        </>
      }
    />
  );
}

type FilesFilter = { search: string; status: string; priceStatus: string };

const matchesSearch =
  ({ search, status, priceStatus }: FilesFilter) =>
  (file: FileSummary) =>
    (status === '' || file.status === status) &&
    (priceStatus === '' || file.price_status === priceStatus) &&
    matchesAll(search, (word) => [file.file_id, file.file_name].some((text) => text.toLowerCase().includes(word)));

const CSV_COLUMNS: readonly [Label, (file: FileSummary, zone: string) => CsvCell][] = [
  [textKey('common.fileId'), (file) => file.file_id],
  [textKey('common.fileName'), (file) => file.file_name],
  [textKey('common.solution'), (file) => file.solution],
  [textKey('common.solutionPrice'), (file) => file.price],
  [textKey('common.priceStatus'), (file) => statusText(file.price_status)],
  [textKey('common.feasible'), (file) => (file.feasible === null ? null : statusText(file.feasible))],
  [textKey('common.status'), (file) => statusText(file.status)],
  [textKey('csv.uploaded'), (file, zone) => formatTimeIn(zone, new Date(file.created_at))],
  [textKey('csv.modified'), (file, zone) => formatTimeIn(zone, new Date(file.updated_at))],
];

/**
 * Exports the displayed files, in their order, as a table for a spreadsheet. All of them are already loaded, so no call
 * is needed. The button takes up its space while they are loading, so that the page does not jump.
 */
function FilesAsTable({ listFiles }: { listFiles: (() => readonly FileSummary[]) | undefined }) {
  const write = () => {
    if (listFiles === undefined) return;
    const line = createCsvLine(getCurrentLanguage());
    const zone = getShopZone();
    const lines = listFiles().map((file) => line(CSV_COLUMNS.map(([, cell]) => cell(file, zone))));
    const text = [CSV_START, line(CSV_COLUMNS.map(([header]) => t(header, { zone }))), ...lines];
    save(new Blob(text, { type: 'text/csv' }), `files-${formatShopDay(new Date())}.csv`);
  };
  return (
    <Button icon={<Download />} onClick={write} disabled={listFiles === undefined}>
      {t('common.downloadCsv')}
    </Button>
  );
}
