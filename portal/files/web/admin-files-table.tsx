import { clsx } from 'clsx';
import { Trash2 } from 'lucide-react';
import { useMemo } from 'react';
import { Link } from 'react-router';
import { useColumnChoice } from '../../../web/lists/column-choice.tsx';
import { t } from '../../../web/text.ts';
import { amount } from '../../../web/ui/amount.ts';
import { toneOf } from '../../../web/ui/badge.tsx';
import { Button, ButtonLink, buttonClass } from '../../../web/ui/button.tsx';
import { Cut } from '../../../web/ui/cut-text.tsx';
import { useMediaQuery } from '../../../web/ui/media-query.ts';
import type { Column } from '../../../web/ui/table-column.ts';
import { RowBadge } from '../../../web/ui/row-badge.tsx';
import { Table } from '../../../web/ui/table.tsx';
import type { TableProps } from '../../../web/ui/table.tsx';
import { TimeStamp } from '../../../web/ui/time.tsx';
import type { FileSummary } from '../files.contract.ts';

/** X-TRN-03 and X-TRN-06. */
const NAME_LENGTH = 22;
const STATUS_LENGTH = 10;

type FromOutside = 'rows' | 'onRange' | 'error' | 'onRetry' | 'search' | 'onClearSearch' | 'sort' | 'onSort';
type AdminFilesTableProps = Pick<TableProps<FileSummary>, FromOutside> & {
  columns: readonly Column<FileSummary>[];
};

const addressOf = ({ id }: Pick<FileSummary, 'id'>) => `/admin/view-file/${id}`;

/** The columns as somebody has chosen them and a window has room for them, and the menu to choose them with. */
export function useFileColumns(onDelete: (file: FileSummary) => void) {
  const left = useLeftOut();
  const all = useMemo(() => columnsOf(onDelete), [onDelete]);
  const { columns, menu } = useColumnChoice('all-files', all);
  return { columns: columns.filter(({ key }) => !left.split(' ').includes(key)), menu };
}

export function AdminFilesTable(props: AdminFilesTableProps) {
  return (
    <Table
      {...props}
      isSorted
      dense
      caption={t('All files')}
      rowKey={(file) => file.id}
      rail={(file) => toneOf(file.status)}
      to={addressOf}
      empty={{ text: t('No files found.') }}
    />
  );
}

/** What a tablet leaves out stands on the file's own screen and on the cards. */
function useLeftOut(): string {
  const isCard = useMediaQuery('(width < 640px)');
  const isTablet = useMediaQuery('(width < 800px)');
  const isNarrow = useMediaQuery('(width < 1280px)');
  if (isCard || !isNarrow) return '';
  return isTablet ? 'created_at view price_status' : 'created_at view';
}

function columnsOf(onDelete: (file: FileSummary) => void): Column<FileSummary>[] {
  return [
    { key: 'file_id', header: t('File ID'), cell: (file) => file.file_id, sortValue: (file) => file.id },
    {
      key: 'username',
      header: t('Username'),
      cell: (file) => file.username,
      cellClass: 'max-w-24 truncate min-[50rem]:max-w-28 min-[94rem]:max-w-52',
      sortValue: (file) => file.username,
    },
    {
      key: 'file_name',
      header: t('File Name'),
      priority: 1,
      cell: (file) => <FileName name={file.file_name} />,
      sortValue: (file) => file.file_name,
    },
    {
      key: 'price',
      header: t('Solution Price'),
      align: 'right',
      cell: (file) => `${amount(file.price)} CRS`,
      sortValue: (file) => file.price,
    },
    {
      key: 'price_status',
      header: t('Price Status'),
      cell: (file) => <RowBadge status={file.price_status} />,
      sortValue: (file) => file.price_status,
    },
    {
      key: 'status',
      header: t('Status'),
      cell: (file) => <RowBadge status={file.status} cut={STATUS_LENGTH} />,
      sortValue: (file) => file.status,
    },
    {
      key: 'created_at',
      header: t('Uploaded'),
      cell: (file) => <TimeStamp value={file.created_at} />,
      sortValue: (file) => new Date(file.created_at),
    },
    { key: 'view', header: t('View'), actions: true, cell: (file) => <ViewLink file={file} /> },
    {
      key: 'delete',
      header: t('Delete'),
      actions: true,
      cell: (file) => <DeleteButton file={file} onDelete={onDelete} />,
    },
  ];
}

/** On a wide window, and on a card, a name has room in one line and needs no element for each place to break at. */
function FileName({ name }: { name: string }) {
  const mayBreak = useMediaQuery('(640px <= width < 1280px)');
  return <Cut isFileName={mayBreak} text={name} length={NAME_LENGTH} />;
}

/** In a row of a few elements only; on a card there is room for buttons as they are everywhere else. */
const IN_ROW = clsx(buttonClass({ variant: 'quiet', small: true }), '-my-1 px-2! text-small!');

function ViewLink({ file }: { file: FileSummary }) {
  const isCard = useMediaQuery('(width < 640px)');
  const place = { to: addressOf(file), 'aria-label': t('View {id}', { id: file.file_id }) };
  if (isCard) return <ButtonLink {...place}>{t('View')}</ButtonLink>;
  return (
    <Link {...place} className={IN_ROW}>
      {t('View')}
    </Link>
  );
}

function DeleteButton({ file, onDelete }: { file: FileSummary; onDelete: (file: FileSummary) => void }) {
  const isCard = useMediaQuery('(width < 640px)');
  const name = t('Delete {name}', { name: `${file.file_name} (${file.file_id})` });
  if (!isCard) {
    return (
      <button
        type="button"
        title={t('Delete')}
        aria-label={name}
        onClick={() => onDelete(file)}
        className={clsx(IN_ROW, 'row-icon row-icon-trash')}
      />
    );
  }
  return (
    <Button icon={<Trash2 />} aria-label={name} onClick={() => onDelete(file)}>
      {t('Delete')}
    </Button>
  );
}
