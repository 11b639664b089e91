import { useMemo, type ReactNode } from 'react';
import { RecordInRow, pathOfUser } from '../../../web/frame/record-link.tsx';
import { t } from '../../../web/languages/text.ts';
import { statusText, toneOf } from '../../../web/ui/badge.tsx';
import { Card } from '../../../web/ui/card.tsx';
import { Cut } from '../../../web/ui/cut-text.tsx';
import {
  COMPACT,
  ListToolbar,
  matchesAll,
  type ToolbarFilter,
  type useListAddress,
} from '../../../web/ui/list-toolbar.tsx';
import { NextStep } from '../../../web/ui/next-step.tsx';
import { RowBadge } from '../../../web/ui/row-badge.tsx';
import type { Column } from '../../../web/ui/table-column.ts';
import { Table, type TableProps } from '../../../web/ui/table.tsx';
import { TimeStamp } from '../../../web/ui/time.tsx';
import { vehicleText } from '../../files/files.rules.ts';
import { withDot } from '../../files/web/file-columns.tsx';
import { TICKET_KINDS } from '../../messaging/notifications.calls.ts';
import { type TicketSummary, TICKET_STATUSES } from '../ticket.ts';
import { useUnreadByFile, type UnreadByFile } from '../../accounts/web/unread.api.ts';
import type { Viewer } from './new-messages.tsx';
import { WorkMarks, assigneeColumn, waitsColumn } from '../../staff/work/web/work-columns.tsx';
import { workFilter, workText } from '../../staff/work/web/work-filter.tsx';
import type { SharedWork } from '../../staff/work/web/work.api.ts';
import { viewColumn } from '../../../web/ui/view-column.tsx';

/** Longer subjects are cut off (X-TRN-05). */
const SUBJECT_LENGTH = 35;

/** A ticket is read on the page of its file. */
const toAddress = (viewer: Viewer, { file_id }: Pick<TicketSummary, 'file_id'>) =>
  viewer === 'administrator' ? `/admin/view-file/${file_id}` : `/view-file/${file_id}`;

const ADDRESS: Record<Viewer, (ticket: TicketSummary) => string> = {
  administrator: (ticket) => toAddress('administrator', ticket),
  customer: (ticket) => toAddress('customer', ticket),
};
const keyOf = ({ id }: TicketSummary) => id;
const railOf = ({ status }: TicketSummary) => toneOf(status);

type FromOutside = 'caption' | 'rows' | 'rowCount' | 'onRange' | 'isSorted' | 'error' | 'onRetry';
type TicketsTableProps = Pick<TableProps<TicketSummary>, FromOutside> & {
  viewer: Viewer;
  /** The columns to show; all of them when omitted. */
  columns?: readonly Column<TicketSummary>[];
  address: ReturnType<typeof useListAddress>;
  /** For administrators: narrows the list to one customer or a tag, with a strip that names the customer. */
  narrowing?: { choice: readonly ToolbarFilter[]; text: string; strip: ReactNode };
  /** Actions for the chosen rows, between the search and the list. */
  bulk?: ReactNode;
  /** No ticket was ever opened, so an empty list is not due to the search. */
  isEmpty: boolean;
};

/** Search, filter and table, stored in the address; the same in both areas except for whose ticket it is. */
export function TicketsTable({ viewer, address, isEmpty, columns, narrowing, bulk, ...rest }: TicketsTableProps) {
  const { search, setSearch, filter, setFilters, sort, setSort, clear } = address;
  const [status, work] = [filter('status'), viewer === 'administrator' ? filter('work') : ''];
  const isDense = viewer === 'administrator';
  const unread = useUnreadTickets();
  const own = useMemo(() => listColumns(viewer, unread), [viewer, unread]);
  return (
    <Card flush className={isDense ? COMPACT : undefined}>
      <ListToolbar
        search={search}
        onSearch={setSearch}
        placeholder={t('tickets.searchPlaceholder')}
        filters={[
          ...(viewer === 'administrator' ? [workFilter(work, setFilters)] : []),
          {
            label: t('common.status'),
            any: t('common.anyStatus'),
            value: status,
            options: TICKET_STATUSES.map((value) => ({ value, label: statusText(value) })),
            onChange: (expected) => setFilters({ status: expected }),
          },
          ...(narrowing?.choice ?? []),
        ]}
      />
      {narrowing?.strip}
      {bulk}
      <Table
        {...rest}
        columns={columns ?? own}
        rowKey={keyOf}
        rail={railOf}
        to={ADDRESS[viewer]}
        dense={isDense}
        empty={{ text: t('tickets.empty'), art: 'plug', action: <WhereTicketsBegin viewer={viewer} /> }}
        search={isEmpty ? '' : [search, workText(work), statusText(status), narrowing?.text].filter(Boolean).join(', ')}
        isFiltered={statusText(status) !== '' || workText(work) !== '' || Boolean(narrowing?.text)}
        onClearSearch={clear}
        sort={sort}
        onSort={setSort}
      />
    </Card>
  );
}

/** A ticket is opened on the page of its file, by its owner or by staff. */
function WhereTicketsBegin({ viewer }: { viewer: Viewer }) {
  const hint = t('tickets.emptyHint');
  return viewer === 'administrator' ? (
    <NextStep hint={hint} to="/admin/all-files">
      {t('common.allFiles')}
    </NextStep>
  ) : (
    <NextStep hint={hint} to="/my-files">
      {t('common.myFiles')}
    </NextStep>
  );
}

/** Filters lists that are loaded completely. */
export const matchesFilter = (ticket: TicketSummary, { search, status }: { search: string; status: string }) =>
  (status === '' || ticket.status === status) &&
  matchesAll(search, (word) => `${ticket.ticket_id}\n${ticket.subject}`.toLowerCase().includes(word));

/** Unread notifications about tickets, by file. */
export const useUnreadTickets = () => useUnreadByFile(TICKET_KINDS);

const workLook = (work: SharedWork) => ({
  work,
  fileIdOf: ({ file_id }: TicketSummary) => file_id,
  kindOf: () => 'TICKET' as const,
});

/** `work`: who works on what; for staff only. */
export const listColumns = (viewer: Viewer, unread: UnreadByFile, work?: SharedWork): Column<TicketSummary>[] => [
  {
    key: 'ticket_id',
    header: t('common.ticketId'),
    cell: (ticket) => withDot(unread, { id: ticket.file_id }, ticket.ticket_id),
    phone: 'line',
    sortValue: (ticket) => ticket.id,
  },
  {
    key: 'subject',
    header: t('common.subject'),
    priority: 1,
    phone: 'long title',
    cell: (ticket) => <TicketSubject ticket={ticket} />,
    sortValue: (ticket) => ticket.subject,
  },
  ...(viewer === 'administrator' ? [usernameColumn()] : []),
  {
    key: 'status',
    header: t('common.status'),
    phone: 'end',
    cell: (ticket) => <RowBadge status={ticket.status} />,
    ...(work && {
      phoneCell: (ticket: TicketSummary) => (
        <>
          <WorkMarks row={ticket} {...workLook(work)} />
          <RowBadge status={ticket.status} />
        </>
      ),
    }),
    sortValue: (ticket) => ticket.status,
  },
  ...dateColumns(),
  ...(work ? [assigneeColumn<TicketSummary>({ work }), waitsColumn(workLook(work))] : []),
  viewColumn(
    (ticket) => toAddress(viewer, ticket),
    (ticket) => t('common.viewTicketLabel', { ticket_id: ticket.ticket_id }),
  ),
];

/** The vehicle and what was written last, and behind them the literal subject. */
export function TicketSubject({
  ticket: { brand, ecu, generation, last_message, subject },
}: {
  ticket: TicketSummary;
}) {
  const literal = <Cut text={subject} length={SUBJECT_LENGTH} />;
  if (brand === undefined || ecu === undefined || generation === undefined) return literal;
  return (
    <>
      {vehicleText({ brand, ecu, generation })}
      {last_message && (
        <span className="font-normal text-text2">
          {' '}
          · “{last_message.slice(0, MESSAGE_SHOWN)}
          {last_message.length > MESSAGE_SHOWN && '…'}”
        </span>
      )}
      <span className="font-normal text-text3"> · {literal}</span>
    </>
  );
}

/** Characters of the last message that stand in a row. */
const MESSAGE_SHOWN = 40;

const usernameColumn = (): Column<TicketSummary> => ({
  key: 'username',
  header: t('common.usernameLabel'),
  cell: (ticket) => <RecordInRow to={pathOfUser(ticket.user_id)}>{ticket.username}</RecordInRow>,
  phoneCell: (ticket) => ticket.username,
  phone: 'line',
  sortValue: (ticket) => ticket.username,
});

const dateColumns = (): Column<TicketSummary>[] => [
  {
    key: 'opening_date',
    header: t('tickets.openingDate'),
    phone: 'end line',
    cell: (ticket) => <TimeStamp value={ticket.opening_date} />,
    sortValue: (ticket) => new Date(ticket.opening_date),
  },
  {
    key: 'closing_date',
    header: t('tickets.closingDate'),
    priority: 3,
    cell: (ticket) =>
      ticket.closing_date === null ? t('tickets.notClosedYet') : <TimeStamp value={ticket.closing_date} />,
    sortValue: (ticket) => (ticket.closing_date === null ? null : new Date(ticket.closing_date)),
  },
];
