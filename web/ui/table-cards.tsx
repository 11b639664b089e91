import { clsx } from 'clsx';
import { Fragment, type ReactNode, type RefObject, useEffect, useMemo, useRef } from 'react';
import { t } from '../languages/text.ts';
import { Field } from './field.tsx';
import { Select } from './select.tsx';
import { type Column, type PhonePlace, type RowDrawing, type Sort, rails } from './table-column.ts';
import { findHeadlineColumn } from './table-fit.ts';
import { RowLink, useRowLinks } from './table-row-link.tsx';
import { allRows, useRange, useSteadyRows, useTableWindow } from './table-window.ts';
import { isSingleKey } from './single-keys.ts';

type CardsProps<Row> = RowDrawing<Row> & {
  caption: string;
  rows: readonly Row[];
  sort: Sort | null;
  onSort: (sort: Sort) => void;
};

/** The same rows for phones, of two or more lines each, without horizontal scrolling. */
export function TableCards<Row>(props: CardsProps<Row>) {
  const { caption, rows, rowKey, sort, onSort, columns, to } = props;
  const list = useRef<HTMLUListElement>(null);
  const placed = useMemo(() => placeColumns(columns), [columns]);
  const { windowed, visible, before, after, follower } = useTableWindow(list, rows.length, 61);
  useTableKeys(list, Boolean(to));
  useRowLinks(list);
  useRange(visible, props.onRange);
  useSteadyRows({ list, rows, rowKey, visible, sort });
  return (
    <>
      <SortSelect columns={columns} sort={sort} onSort={onSort} />
      <ul ref={list} aria-label={caption} style={{ paddingTop: before, paddingBottom: after }}>
        {visible.map(({ position, measure }) => {
          const row = rows[position];
          if (row === undefined)
            return <li key={`place ${position}`} ref={measure} data-index={position} className="min-h-15" />;
          return (
            <li
              key={rowKey(row)}
              ref={measure}
              data-index={position}
              data-row
              aria-setsize={windowed ? allRows(props.rowCount, rows.length) : undefined}
              aria-posinset={windowed ? position + 1 : undefined}
              className={clsx(
                'relative min-h-14 border-t px-4 py-2',
                // Where places are named, one of them shows the status.
                props.rail && placed !== columns && ['border-l-4', rails[props.rail(row) ?? 'none']],
              )}
            >
              <TwoLines row={row} columns={placed} to={to} />
            </li>
          );
        })}
      </ul>
      {follower}
    </>
  );
}

/** The columns with their places; where a table names none, everything stands below the headline, with its header. */
function placeColumns<Row>(columns: readonly Column<Row>[]): readonly Column<Row>[] {
  if (columns.some(({ phone }) => phone !== undefined)) return columns;
  const headline = findHeadlineColumn(columns);
  return columns.map((column) => {
    if (column === headline) return { ...column, phone: 'long title' };
    if (column.actions) return { ...column, phone: 'after' };
    const phoneCell = (row: Row) => (
      <>
        <span className="text-text3">{column.header}</span> {column.cell(row)}
      </>
    );
    return { ...column, phone: 'line', phoneCell };
  });
}

type SortSelectProps<Row> = { columns: readonly Column<Row>[]; sort: Sort | null; onSort: (sort: Sort) => void };

function SortSelect<Row>({ columns, sort, onSort }: SortSelectProps<Row>) {
  const sortable = columns.filter((column) => column.sortValue);
  if (sortable.length === 0) return null;
  const options = sortable.flatMap(({ key, header }) => [
    { value: `${key} ascending`, label: t('common.sort.ascending', { column: header }) },
    { value: `${key} descending`, label: t('common.sort.descending', { column: header }) },
  ]);
  return (
    <Field label={t('common.sort.label')} hideLabel className="sort-choice px-4 pb-2">
      <Select
        placeholder={sort ? undefined : t('common.sort.label')}
        options={options}
        value={sort ? `${sort.key} ${sort.direction}` : ''}
        onChange={(event) => {
          const [key = '', direction] = event.target.value.split(' ');
          if (key) onSort({ key, direction: direction === 'descending' ? 'descending' : 'ascending' });
        }}
      />
    </Field>
  );
}

/** A row on a phone: its title and status, and below them what distinguishes it from other rows. */
function TwoLines<Row>({ row, columns, to }: Pick<RowDrawing<Row>, 'columns' | 'to'> & { row: Row }) {
  const at = (place: PhonePlace) =>
    columns
      .filter(({ phone }) => phone === place)
      .map(({ key, cell, phoneCell = cell }) => ({ key, value: phoneCell(row) }));
  const title = columns.find(({ phone }) => phone?.endsWith('title'));
  const isLong = title?.phone === 'long title';
  const { cell, phoneCell = cell } = title ?? {};
  return (
    <div className="flex items-center gap-3">
      <Beside parts={at('start')} />
      <div className={clsx('min-w-0 flex-1 items-baseline gap-x-3', isLong ? LONG_TITLE : SHORT_TITLE)}>
        <div
          className={clsx('-mx-1 min-w-0 px-1 text-body font-strong [&_a]:inline [&_a]:text-text', TITLE[`${isLong}`])}
        >
          <RowLink to={to?.(row)} wholeText={title?.wholeText?.(row)}>
            {phoneCell?.(row)}
          </RowLink>
        </div>
        {!isLong && <AtEnd parts={at('end')} />}
        <div className={clsx('min-w-0 text-small text-text2', isLong ? 'wrap-anywhere' : 'truncate')}>
          <Joined parts={at('line')} />
        </div>
        <AtEnd parts={isLong ? [...at('end'), ...at('end line')] : at('end line')} />
      </div>
      <Beside parts={at('after')} />
    </div>
  );
}

const SHORT_TITLE = 'grid grid-cols-[minmax(0,1fr)_auto]';
const LONG_TITLE = 'flex flex-wrap';
const TITLE = { true: 'w-full line-clamp-2 wrap-anywhere', false: 'truncate' };

const AtEnd = ({ parts }: Parts) => (
  <div className="ml-auto text-right text-small whitespace-nowrap text-text2">
    <Joined parts={parts} />
  </div>
);

type Parts = { parts: readonly { key: string; value: ReactNode }[] };

/** Positioned above the link that covers the row. */
function Beside({ parts }: Parts) {
  if (parts.length === 0) return null;
  return (
    <div className="relative z-1 flex items-center gap-3">
      {parts.map(({ key, value }) => (
        <Fragment key={key}>{value}</Fragment>
      ))}
    </div>
  );
}

const Joined = ({ parts }: Parts) =>
  parts.map(({ key, value }, position) => (
    <Fragment key={key}>
      {position > 0 && ' · '}
      {value}
    </Fragment>
  ));

/**
 * j and k move between the row links, and so do the arrow keys inside the list. From anywhere else, j goes to the first
 * row, and so does the down arrow in a search box.
 */
export function useTableKeys(list: RefObject<HTMLElement | null>, active: boolean) {
  useEffect(() => {
    if (!active) return;
    const press = (event: KeyboardEvent) => {
      const target = event.target instanceof Element ? event.target : null;
      const row = list.current?.contains(target) ? target?.closest('[data-row]') : null;
      const step = chooseStep(event, target, Boolean(row));
      if (step === 0) return;
      const next = row ? findNeighbour(row, step) : list.current?.querySelector('[data-row]');
      const link = next?.querySelector<HTMLElement>('[data-row-link]');
      if (!link) return;
      event.preventDefault();
      link.focus();
      next?.scrollIntoView?.({ block: 'nearest' });
    };
    window.addEventListener('keydown', press);
    return () => window.removeEventListener('keydown', press);
  }, [list, active]);
}

function chooseStep(event: KeyboardEvent, target: Element | null, inside: boolean): 1 | -1 | 0 {
  if (event.key === 'j' && isSingleKey(event)) return 1;
  if (event.key === 'k' && inside && isSingleKey(event)) return -1;
  const onLink = inside && target?.matches('[data-row-link]');
  if (event.key === 'ArrowDown' && (onLink || target?.matches('[role="searchbox"]'))) return 1;
  return event.key === 'ArrowUp' && onLink ? -1 : 0;
}

function findNeighbour(row: Element, step: 1 | -1): Element | null {
  const next = step === 1 ? row.nextElementSibling : row.previousElementSibling;
  return next?.matches('[data-row]') ? next : null;
}
