import { clsx } from 'clsx';
import { Trash2 } from 'lucide-react';
import { useMemo } from 'react';
import { useColumnChoice } from '../../../web/lists/column-choice.tsx';
import { t } from '../../../web/languages/text.ts';
import { formatAmount } from '../../../web/languages/numbers.ts';
import { toneOf } from '../../../web/ui/badge.tsx';
import { Button, ButtonLink, buttonClass } from '../../../web/ui/button.tsx';
import { Cut, cutText } from '../../../web/ui/cut-text.tsx';
import { useMediaQuery } from '../../../web/ui/media-query.ts';
import { NextStep } from '../../../web/ui/next-step.tsx';
import type { Column } from '../../../web/ui/table-column.ts';
import { LinkInRow } from '../../../web/ui/table-row-link.tsx';
import { RowBadge } from '../../../web/ui/row-badge.tsx';
import { Table, type ListedRows } from '../../../web/ui/table.tsx';
import { TimeStamp, formatAbsoluteTime, formatExactTime } from '../../../web/ui/time.tsx';
import { useUnreadByFile, type UnreadByFile } from '../../accounts/web/unread.api.ts';
import type { FileSummary } from '../file.ts';
import { WorkMarks, assigneeColumn, waitsColumn } from '../../staff/work/web/work-columns.tsx';
import { useWork, type SharedWork } from '../../staff/work/web/work.api.ts';
import { idColumn, stateColumns, targetOf, usernameColumn } from './file-columns.tsx';

/** Lengths to which file names and statuses are cut (X-TRN-03 and X-TRN-06). */
const NAME_LENGTH = 22;
const STATUS_LENGTH = 10;

type AdminFilesTableProps = ListedRows<FileSummary> & {
  columns: readonly Column<FileSummary>[];
};

const addressOf = ({ id }: Pick<FileSummary, 'id'>) => `/admin/view-file/${id}`;

/** The chosen columns, as far as the window has room for them, and the menu for choosing them. */
export function useFileColumns(onDelete: ((file: FileSummary) => void) | null) {
  const isCard = useMediaQuery('(width < 640px)');
  const mayBreak = useMediaQuery('(640px <= width < 1360px)');
  const isWide = useMediaQuery('(width >= 1500px)');
  const unread = useUnreadByFile();
  const work = useWork();
  const all = useMemo(
    () => listColumns({ onDelete, isCard, mayBreak, isWide, unread, work }),
    [onDelete, isCard, mayBreak, isWide, unread, work],
  );
  return useColumnChoice('all-files', all);
}

const keyOf = ({ id }: FileSummary) => id;
const railOf = ({ status }: FileSummary) => toneOf(status);

export function AdminFilesTable(props: AdminFilesTableProps) {
  return (
    <Table
      {...props}
      isSorted
      dense
      caption={t('common.allFiles')}
      rowKey={keyOf}
      rail={railOf}
      to={addressOf}
      empty={{
        text: t('files.empty'),
        action: (
          <NextStep hint={t('files.emptyHint')} to="/admin/all-users">
            {t('common.allUsers')}
          </NextStep>
        ),
      }}
    />
  );
}

type Look = {
  /** Null for staff who may not delete files. */
  onDelete: ((file: FileSummary) => void) | null;
  isCard: boolean;
  /** Whether names may need more than one line; otherwise they need no extra elements for line breaks. */
  mayBreak: boolean;
  unread: UnreadByFile;
  work: SharedWork;
  /** Whether there is room for the assignee column next to the button that opens a file. */
  isWide: boolean;
};

const workLook = ({ work }: Pick<Look, 'work'>) => ({ work, fileIdOf: keyOf, kindOf: targetOf });

const listColumns = (look: Look): Column<FileSummary>[] => [
  idColumn(look.unread),
  usernameColumn({
    cellClass: 'max-w-24 truncate min-[50rem]:max-w-28 min-[94rem]:max-w-52',
    sortValue: (file) => file.username,
  }),
  {
    key: 'file_name',
    header: t('common.fileName'),
    priority: 1,
    phone: 'long title',
    ...(look.mayBreak ? BREAKABLE_NAME : ONE_LINE_NAME),
    sortValue: (file) => file.file_name,
  },
  {
    key: 'price',
    header: t('common.solutionPrice'),
    phone: 'end line',
    align: 'right',
    cell: (file) => `${formatAmount(file.price)} CRS`,
    sortValue: (file) => file.price,
  },
  ...stateColumns({
    price_status: { cell: (file) => <RowBadge status={file.price_status} /> },
    status: {
      priority: 2,
      cell: (file) => <RowBadge status={file.status} cut={STATUS_LENGTH} />,
      phoneCell: (file) => (
        <>
          <WorkMarks row={file} {...workLook(look)} />
          <RowBadge status={file.status} cut={STATUS_LENGTH} />
        </>
      ),
    },
  }),
  {
    key: 'created_at',
    priority: 3,
    header: t('common.uploadedAt'),
    ...(look.isCard ? { cell: (file) => <TimeStamp value={file.created_at} /> } : UPLOADED),
    sortValue: (file) => new Date(file.created_at),
  },
  ...(look.isWide ? [assigneeColumn<FileSummary>(look)] : []),
  waitsColumn(workLook(look)),
  ...actionColumns(look),
];

const actionColumns = ({ onDelete, isCard }: Look): Column<FileSummary>[] => [
  {
    key: 'view',
    header: t('common.view'),
    actions: true,
    isRowLink: true,
    cell: (file) => <ViewLink file={file} isCard={isCard} />,
  },
  ...(onDelete === null ? [] : [deleteColumn({ onDelete, isCard })]),
];

const deleteColumn = (look: Omit<DeleteButtonProps, 'file'>): Column<FileSummary> => ({
  key: 'delete',
  header: t('common.delete'),
  actions: true,
  cell: (file) => <DeleteButton file={file} {...look} />,
});

type NameColumn = Pick<Column<FileSummary>, 'cell' | 'cellClass' | 'wholeText' | 'cellTitle'>;

const BREAKABLE_NAME: NameColumn = { cell: (file) => <Cut isFileName text={file.file_name} length={NAME_LENGTH} /> };

const ONE_LINE_NAME: NameColumn = {
  // Some texts of 22 letters are twice as wide as others.
  cellClass: 'sm:max-w-52 sm:truncate sm:whitespace-nowrap! min-[100rem]:max-w-72',
  cell: (file) => cutText(file.file_name, NAME_LENGTH),
  wholeText: (file) => file.file_name,
};

const UPLOADED: NameColumn = {
  cell: (file) => formatAbsoluteTime(new Date(file.created_at)),
  cellTitle: (file) => formatExactTime(new Date(file.created_at)),
};

/** Look of a plain element, which keeps rows to few elements; a card has room for the usual buttons. */
const IN_ROW = clsx(buttonClass({ variant: 'quiet', small: true }), '-my-1 px-2! text-small!');

function ViewLink({ file, isCard }: { file: FileSummary; isCard: boolean }) {
  const name = t('files.viewLabel', { id: file.file_id });
  if (isCard) {
    return (
      <ButtonLink to={addressOf(file)} aria-label={name}>
        {t('common.view')}
      </ButtonLink>
    );
  }
  return (
    <LinkInRow href={addressOf(file)} aria-label={name} className={IN_ROW}>
      {t('common.view')}
    </LinkInRow>
  );
}

type DeleteButtonProps = { file: FileSummary; isCard: boolean; onDelete: (file: FileSummary) => void };

function DeleteButton({ file, isCard, onDelete }: DeleteButtonProps) {
  const name = t('common.deleteLabel', { name: `${file.file_name} (${file.file_id})` });
  if (!isCard) {
    return (
      <button
        type="button"
        title={t('common.delete')}
        aria-label={name}
        onClick={() => onDelete(file)}
        className={clsx(IN_ROW, 'row-icon row-icon-trash')}
      />
    );
  }
  return (
    <Button icon={<Trash2 />} aria-label={name} onClick={() => onDelete(file)}>
      {t('common.delete')}
    </Button>
  );
}
