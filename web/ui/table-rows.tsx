import { clsx } from 'clsx';
import { memo, useRef } from 'react';
import { type Column, type RowDrawing, type Sort, rails } from './table-column.ts';
import { findHeadlineColumn, useFittingColumns } from './table-fit.ts';
import { useTableKeys } from './table-cards.tsx';
import { useSlots } from './table-slots.ts';
import { RowLink, useRowLinks } from './table-row-link.tsx';
import { computeNextSort } from './table-sort.ts';
import type { VisibleRow } from './long-list.tsx';
import './row-icons.css';
import './table.css';
import { allRows, useRange, useSteadyRows, useTableWindow } from './table-window.ts';

type RowsProps<Row> = RowDrawing<Row> & {
  caption: string;
  rows: readonly Row[];
  sort: Sort | null;
  onSort: (sort: Sort) => void;
};

const alignments = { left: 'text-left', right: 'text-right', center: 'text-center' };

function columnClass<Row>(column: Column<Row>) {
  return alignments[column.align ?? 'left'];
}

export function TableRows<Row>(props: RowsProps<Row>) {
  const { caption, rows, rowKey, dense, to, rail } = props;
  const frame = useRef<HTMLDivElement>(null);
  const list = useRef<HTMLTableSectionElement>(null);
  const { shown: columns, stacked, scrolls } = useFittingColumns(frame, props.columns, to !== undefined);
  const rowHeight = (dense ? 33 : 41) + (stacked.length > 0 ? STACK_HEIGHT : 0);
  const { windowed, visible, before, after, follower } = useTableWindow(list, rows.length, rowHeight, dense);
  useTableKeys(list, Boolean(to));
  useRowLinks(list);
  useRange(visible, props.onRange);
  useSteadyRows({ list, rows, rowKey, visible, sort: props.sort });
  const findSlot = useSlots(listKeys(visible, rows, rowKey), windowed);
  return (
    // Only a scroll container when something is cut off, because a sticky header would stick to it instead of the page.
    <div
      ref={frame}
      role={scrolls ? 'region' : undefined}
      aria-label={scrolls ? caption : undefined}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls has to be reached by keys
      tabIndex={scrolls ? 0 : undefined}
      className={clsx('min-w-0', scrolls ? 'table-scroll overflow-x-auto' : 'overflow-x-clip')}
    >
      <table
        className="w-full border-separate border-spacing-0 text-body"
        aria-label={caption}
        aria-rowcount={windowed ? allRows(props.rowCount, rows.length, 1) : undefined}
      >
        <thead>
          <tr aria-rowindex={windowed ? 1 : undefined}>
            {columns.map((column) => (
              <HeaderCell key={column.key} {...props} column={column} hasRail={Boolean(rail)} />
            ))}
          </tr>
        </thead>
        <tbody ref={list}>
          <Gap height={before} />
          {visible.map(({ position, measure }) => {
            const row = rows[position];
            if (row === undefined)
              return <EmptyPlace key={`place ${position}`} position={position} measure={measure} />;
            const slot = findSlot(rowKey(row));
            return (
              <DrawnRow key={slot} {...{ slot, row, position, measure, columns, stacked, to, rail, dense, windowed }} />
            );
          })}
          <Gap height={after} />
        </tbody>
      </table>
      {follower}
    </div>
  );
}

function listKeys<Row>(visible: readonly VisibleRow[], rows: readonly Row[], rowKey: RowDrawing<Row>['rowKey']) {
  return visible.flatMap(({ position }) => {
    const row = rows[position];
    return row === undefined ? [] : rowKey(row);
  });
}

type RowProps<Row> = VisibleRow &
  Pick<RowDrawing<Row>, 'columns' | 'to' | 'rail' | 'dense'> & {
    row: Row;
    /** Key of the elements that this row uses (`useSlots`). */
    slot: string | number;
    windowed: boolean;
    /** Columns without room, drawn under the headline. */
    stacked: readonly Column<Row>[];
  };

/** Re-renders only if its content has changed: a key in the search or a reply to a poll changes few rows. */
const DrawnRow = memo(OneRow, isSameDrawing) as typeof OneRow;

function OneRow<Row>({ slot, position, measure, windowed, ...drawing }: RowProps<Row>) {
  return (
    <tr
      ref={measure}
      data-index={position}
      data-row
      data-slot={windowed ? slot : undefined}
      aria-rowindex={windowed ? position + 2 : undefined}
      className="relative hover:bg-surface2"
    >
      <Cells {...drawing} />
    </tr>
  );
}

function isSameDrawing({ row: before, ...old }: RowProps<unknown>, { row: after, ...next }: RowProps<unknown>) {
  return isShallowlySame(old, next) && isShallowlySame(before, after);
}

/** Compares rows by content, because rows from a worker or the server are new copies every time. */
function isShallowlySame(one: unknown, other: unknown): boolean {
  if (Object.is(one, other)) return true;
  if (typeof one !== 'object' || typeof other !== 'object' || one === null || other === null) return false;
  const [left, right] = [Object.entries(one), new Map(Object.entries(other))];
  return left.length === right.size && left.every(([key, value]) => right.has(key) && Object.is(value, right.get(key)));
}

type CellsProps<Row> = Pick<RowProps<Row>, 'row' | 'columns' | 'stacked' | 'to' | 'rail' | 'dense'>;

function Cells<Row>({ row, columns, stacked, to, rail, dense }: CellsProps<Row>) {
  const headline = findHeadlineColumn(columns);
  return columns.map((column, position) => (
    <td
      key={column.key}
      data-wraps={column === headline && to ? '' : undefined}
      title={column.cellTitle?.(row)}
      className={clsx(
        'border-b px-(--cell-x) first:pl-4 last:pr-4 in-[tr:last-child]:border-b-0 [&_time]:whitespace-nowrap',
        column === headline ? 'min-w-40 max-w-100 wrap-anywhere' : 'wrap-break-word',
        dense ? 'h-8 py-0.5' : 'h-10 py-1',
        position === 0 && rail && ['border-l-4', rails[rail(row) ?? 'none']],
        column.actions && 'relative z-1',
        column.cellClass,
        columnClass(column),
      )}
    >
      {column === headline ? (
        <>
          <RowLink to={to?.(row)} wholeText={column.wholeText?.(row)}>
            {column.cell(row)}
          </RowLink>
          {stacked.length > 0 && <Stack row={row} columns={stacked} />}
        </>
      ) : (
        column.cell(row)
      )}
    </td>
  ));
}

/** Height of a line of small text. */
const STACK_HEIGHT = 18;

function Stack<Row>({ row, columns }: { row: Row; columns: readonly Column<Row>[] }) {
  return (
    <dl className="flex flex-wrap gap-x-3 text-label font-normal whitespace-normal text-text2">
      {columns.map((column) => (
        <div key={column.key} className="flex min-w-0 items-baseline gap-1">
          <dt className="whitespace-nowrap text-text3">{column.header}</dt>
          <dd className="min-w-0 wrap-anywhere">{column.cell(row)}</dd>
        </div>
      ))}
    </dl>
  );
}

type HeaderProps<Row> = { column: Column<Row>; sort: Sort | null; onSort: (sort: Sort) => void; hasRail: boolean };

/** A header of up to this length, such as "File ID", never wraps: two lines of it would save no room. */
const SHORT_HEADER = 8;

function HeaderCell<Row>({ column, sort, onSort, hasRail }: HeaderProps<Row>) {
  const direction = sort?.key === column.key ? sort.direction : undefined;
  const style = clsx(
    'sticky top-(--sticky-top,0px) z-2 h-9 border-b bg-surface px-(--cell-x) text-label font-strong text-text2',
    'whitespace-nowrap first:pl-4 last:pr-4',
    hasRail && 'first:border-l-4 first:border-l-surface',
    columnClass(column),
  );
  if (!column.sortValue) {
    return (
      <th scope="col" className={style}>
        <span className={column.actions && !column.showsHeader ? 'sr-only' : undefined}>{column.header}</span>
      </th>
    );
  }
  return (
    <th scope="col" aria-sort={direction ?? 'none'} className={style}>
      <button
        type="button"
        onClick={() => onSort(computeNextSort(sort, column.key))}
        className={clsx(
          'sort-icon inline-flex min-h-control min-w-control items-center gap-1 rounded-control hover:text-text',
          column.align === 'right' ? 'text-right' : 'text-left',
          column.header.length <= SHORT_HEADER && 'whitespace-nowrap',
        )}
      >
        {column.header}
      </button>
    </th>
  );
}

/** Placeholder as high as a row, so that nothing moves when the row arrives. */
function EmptyPlace({ position, measure }: VisibleRow) {
  return (
    <tr ref={measure} data-index={position}>
      <td className="h-8 border-b" />
    </tr>
  );
}

function Gap({ height }: { height: number }) {
  if (height === 0) return null;
  return (
    <tr aria-hidden="true">
      <td style={{ height }} />
    </tr>
  );
}
