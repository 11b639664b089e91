import { AlarmClock, Eye } from 'lucide-react';
import { RecordInRow, pathOfUser } from '../../../../web/frame/record-link.tsx';
import { t } from '../../../../web/languages/text.ts';
import type { Column } from '../../../../web/ui/table-column.ts';
import { formatExactTime, formatTimeSince } from '../../../../web/ui/time.tsx';
import type { TargetKind } from '../target-kinds.ts';
import type { SharedWork } from './work.api.ts';

/** What the columns need to know about a row. */
interface Look<Row> {
  work: SharedWork;
  fileIdOf: (row: Row) => number;
  /** Null for a row without a target time. */
  kindOf: (row: Row) => TargetKind | null;
}

type Worked = { assignee_id?: number | null | undefined; waits_since?: string | null | undefined };

/** The column with the assignee. */
export const assigneeColumn = <Row extends Worked>({ work }: Pick<Look<Row>, 'work'>): Column<Row> => ({
  key: 'assignee',
  header: t('staff.work.assignee'),
  priority: 3,
  cell: (row) => {
    const name = work.nameOf(row.assignee_id);
    return name === null ? '–' : <RecordInRow to={pathOfUser(row.assignee_id)}>{name}</RecordInRow>;
  },
  cellClass: 'sm:max-w-28 sm:truncate',
});

/**
 * The column with the time since when a row waits for staff. An overdue row is marked with a sign and a word; another
 * mark shows that a colleague has it open.
 */
export const waitsColumn = <Row extends Worked>(look: Look<Row>): Column<Row> => ({
  key: 'waits_since',
  header: t('staff.work.waitsSince'),
  priority: 3,
  // With room for the sign, so that the columns stay where they are when it is known what is overdue.
  cell: (row) => (
    <span className="inline-block min-w-14">
      <Waits row={row} {...look} />
      <Opened row={row} {...look} />
    </span>
  ),
});

/** The marks next to the status, for phones, which have no room for the time. */
export function WorkMarks<Row extends Worked>({ row, ...look }: Look<Row> & { row: Row }) {
  return (
    <>
      <Opened row={row} {...look} />
      {isLate(look, row) && (
        <AlarmClock
          size={16}
          role="img"
          aria-label={t('staff.work.overTarget')}
          className="mx-1.5 inline align-text-bottom text-red-fg"
        />
      )}
    </>
  );
}

function isLate<Row extends Worked>({ work, kindOf }: Look<Row>, row: Row): boolean {
  const kind = kindOf(row);
  return kind !== null && Boolean(row.waits_since) && work.isOverdue(kind, row.waits_since ?? '');
}

function Opened<Row extends Worked>({ row, work, fileIdOf }: Look<Row> & { row: Row }) {
  const others = work.openWith(fileIdOf(row)).map(({ username }) => username);
  if (others.length === 0) return null;
  const text = `${t('staff.work.openWithLabel')} ${others.join(', ')}`;
  return (
    <span title={text}>
      <Eye size={16} role="img" aria-label={text} className="ml-1.5 inline align-text-bottom text-yellow-fg" />
    </span>
  );
}

function Waits<Row extends Worked>({ row, ...look }: Look<Row> & { row: Row }) {
  const { waits_since: since } = row;
  if (!since) return <>–</>;
  const moment = new Date(since);
  const isOverdue = isLate(look, row);
  return (
    <time
      dateTime={since}
      title={formatExactTime(moment)}
      className={isOverdue ? 'font-strong text-red-fg' : undefined}
    >
      {isOverdue && <AlarmClock size={14} aria-hidden="true" className="mr-1 inline align-text-bottom" />}
      {formatTimeSince(moment, look.work.now)}
      {isOverdue && <span className="sr-only">{t('staff.work.overTarget')}</span>}
    </time>
  );
}
