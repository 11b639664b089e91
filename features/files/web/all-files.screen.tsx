import { type ComponentProps, type ReactNode, useMemo, useState } from 'react';
import { Trash2 } from 'lucide-react';
import { requestRowsFirst } from '../../../web/lists/request-rows-first.ts';
import { ListCsvButton } from '../../../web/lists/csv-download.tsx';
import { useListSelection } from '../../../web/lists/list-selection.tsx';
import { prepareList, toRowCount } from '../../../web/lists/use-list-pages.ts';
import { SavedFilters } from '../../../web/lists/saved-filters.tsx';
import { useCan } from '../../../web/client/session.ts';
import { isolated, t } from '../../../web/languages/text.ts';
import { statusText, toneOf } from '../../../web/ui/badge.tsx';
import { Card } from '../../../web/ui/card.tsx';
import { PageHeader } from '../../../web/ui/page-header.tsx';
import { Gauges } from '../../../web/ui/gauges.tsx';
import { COMPACT, ListToolbar, useListAddress } from '../../../web/ui/list-toolbar.tsx';
import { OfCustomer, useNarrowing } from '../../staff/notes/web/narrowing.tsx';
import type { FileSummary } from '../file.ts';
import { OPEN_STATUSES } from '../file-fields.ts';
import type { Totals } from '../../../contract/pages.ts';
import { AdminFilesTable, useFileColumns } from './admin-files-table.tsx';
import { ALL_FILES, downloadAllFiles, useAllFiles, useNotifyFileOwners, useSelectedFiles } from './all-files.api.ts';
import { useAssignFiles } from './assignment.api.ts';
import { listFilters } from './file-filters.tsx';
import { workFilter, workText } from '../../staff/work/web/work-filter.tsx';
import type { SelectedDialogProps } from '../../../web/lists/confirm-selected.tsx';
import { Button } from '../../../web/ui/button.tsx';
import { lazyDialog } from '../../../web/ui/lazy-dialog.tsx';
import { BulkActions, type BulkProps, useBulkDialog } from './bulk-actions.tsx';
import { DeleteDialog } from '../../../web/ui/delete-dialog.tsx';
import { formatAmount } from '../../../web/languages/numbers.ts';
import { Cut } from '../../../web/ui/cut-text.tsx';
import { isOpen } from '../files.rules.ts';
import { useDeleteFile } from './files.api.ts';
import { useUndoDeletion } from '../../staff/restore/web/undo-deletion.ts';

const nameOf = (file: FileSummary) => `${file.file_name} (${file.file_id})`;

const changedAt = (file: FileSummary) => file.updated_at;

export const prepare = (place: Pick<Location, 'pathname' | 'search'>) => prepareList(ALL_FILES, place);

export default function AllFilesScreen() {
  const address = useListAddress();
  const { search, filter, setFilters, sort, clear } = address;
  const [status, priceStatus, work] = [filter('status'), filter('price'), filter('work')];
  const narrowing = useNarrowing(address, 'files');
  const query = { search, filters: { status, price_status: priceStatus, work, ...narrowing.filters }, sort };
  const files = useAllFiles(query);
  const { setSearch, setSort } = requestRowsFirst(address, files);
  const selection = useListSelection({ terms: ALL_FILES, query, list: files, nameOf, changedAt });
  const [deleting, setDeleting] = useState<FileSummary | null>(null);
  const { columns, menu } = useFileColumns(useCan('files.delete') ? setDeleting : null);
  const allColumns = useMemo(() => [selection.column, ...columns], [selection.column, columns]);
  const narrowedBy = [search, workText(work), statusText(priceStatus), statusText(status), narrowing.text]
    .filter(Boolean)
    .join(', ');
  return (
    <>
      <Header menu={menu} download={() => downloadAllFiles(query)} />
      <StatusTotals
        totals={files.totals}
        status={status}
        onChoose={(chosen) => setFilters({ status: chosen, price: '', work: '' })}
      />
      <Card flush className={COMPACT}>
        <ListToolbar
          search={search}
          onSearch={setSearch}
          placeholder={t('files.searchPlaceholder')}
          filters={[...staffFilters({ status, priceStatus, work, setFilters }), ...narrowing.choice]}
        />
        <OfCustomer narrowing={narrowing} rows={files.rows} />
        <BulkFiles selection={selection} totals={files.totals} />
        <AdminFilesTable
          rows={files.rows}
          rowCount={toRowCount(files)}
          columns={allColumns}
          onRange={files.onRange}
          error={files.hasFailed}
          onRetry={files.retry}
          search={files.totals?.all === 0 ? '' : narrowedBy}
          isFiltered={narrowedBy !== search}
          onClearSearch={clear}
          sort={sort}
          onSort={setSort}
        />
      </Card>
      <AdminDeleteFile file={deleting} onDeleted={selection.drop} onClose={() => setDeleting(null)} />
    </>
  );
}

type StaffFilters = Record<'status' | 'priceStatus' | 'work', string> & {
  setFilters: (filters: Record<string, string>) => void;
};

const staffFilters = ({ status, priceStatus, work, setFilters }: StaffFilters) => [
  workFilter(work, setFilters),
  ...listFilters(
    { status, priceStatus, onChoose: setFilters },
    { payment: t('files.anyPayment'), status: t('common.anyStatus') },
  ),
];

type HeaderProps = { menu: ReactNode; download: ComponentProps<typeof ListCsvButton>['download'] };

function Header({ menu, download }: HeaderProps) {
  return (
    <PageHeader
      title={t('common.allFiles')}
      actions={
        <>
          <SavedFilters list="all-files" />
          {menu}
          <ListCsvButton download={download} />
        </>
      }
    />
  );
}

type StatusTotalsProps = { totals: Totals | undefined; status: string; onChoose: (status: string) => void };

function StatusTotals({ totals, status, onChoose }: StatusTotalsProps) {
  return (
    <Gauges
      label={t('common.totals')}
      gauges={[
        {
          label: t('files.totalFiles'),
          count: totals?.all,
          isCapped: totals?.capped.includes('all'),
          pressed: status === '',
          onPress: () => onChoose(''),
        },
        ...OPEN_STATUSES.map((chosen) => ({
          label: statusText(chosen),
          count: totals && (totals.counts.status?.[chosen] ?? 0),
          isCapped: totals?.capped.includes(`status.${chosen}`),
          tone: toneOf(chosen),
          pressed: status === chosen,
          onPress: () => onChoose(chosen),
        })),
      ]}
    />
  );
}

const BulkDeleteFiles = lazyDialog<SelectedDialogProps & { open: boolean }>(
  async () => (await import('./bulk-delete-files.tsx')).BulkDeleteFiles,
);

/** Actions on the chosen files. How many "all" are is counted by the server. */
function BulkFiles({ selection, totals }: BulkProps) {
  const mayDelete = useCan('files.delete');
  const bulk = useBulkDialog<'delete'>(selection);
  const { dialog, open, close, finish } = bulk;
  const isEnabled = selection.isAll || dialog === 'notify' || dialog === 'assign';
  const { data } = useSelectedFiles(selection.input, { isEnabled, keepsLast: dialog === null });
  const changes = { assignment: useAssignFiles(), notification: useNotifyFileOwners() };
  return (
    <>
      <BulkActions kind="files" selection={selection} totals={totals} bulk={bulk} described={data} {...changes}>
        {mayDelete && (
          <Button small variant="danger" icon={<Trash2 />} onClick={() => open('delete')}>
            {t('files.bulkDelete.button')}
          </Button>
        )}
      </BulkActions>
      {dialog === 'delete' && <BulkDeleteFiles open selection={selection.input} onClose={close} onDone={finish} />}
    </>
  );
}

/** Length to which file names are cut (X-TRN-07). */
const NAME_LENGTH = 35;

type AdminDeleteFileProps = {
  file: FileSummary | null;
  onDeleted?: (id: number) => void;
  onClose: () => void;
};

function AdminDeleteFile({ file, onDeleted, onClose }: AdminDeleteFileProps) {
  const undo = useUndoDeletion('FILE');
  return (
    <DeleteDialog
      item={file}
      removal={useDeleteFile()}
      title={t('files.delete.confirm')}
      description={file && <Which file={file} />}
      deletedText={t('files.delete.done')}
      undo={undo && (({ id, file_id }: FileSummary) => undo([id], file_id))}
      failedText={t('files.delete.failed')}
      onDeleted={onDeleted}
      onClose={onClose}
    />
  );
}

/** Points out that deleting moves no credits, which is unexpected for a paid file. */
function Which({ file }: { file: FileSummary }) {
  const isOwed = file.price_status === 'PAID' && isOpen(file);
  return (
    <>
      <strong className="text-text wrap-anywhere">
        <Cut text={file.file_name} length={NAME_LENGTH} />
      </strong>{' '}
      ({file.file_id}, {isolated(file.username)})
      <br />
      {isOwed
        ? t('files.delete.paidHint', {
            price: formatAmount(file.price),
          })
        : t('files.delete.hint')}
    </>
  );
}
