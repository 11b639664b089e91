import { clsx } from 'clsx';
import { Fragment, type ReactNode, type RefObject, useEffect, useRef } from 'react';
import { t } from '../languages/text.ts';
import { Field } from './field.tsx';
import { Select } from './select.tsx';
import { type Column, type PhonePlace, type RowDrawing, type Sort, rails } from './table-column.ts';
import { RowLink, useRowLinks } from './table-row-link.tsx';
import { allRows, useRange, useSteadyRows, useTableWindow } from './table-window.ts';
import { isSingleKey } from './single-keys.ts';

type CardsProps<Row> = RowDrawing<Row> & {
  caption: string;
  rows: readonly Row[];
  sort: Sort | null;
  onSort: (sort: Sort) => void;
};

/** The same rows for phones, as one card each, without horizontal scrolling. */
export function TableCards<Row>(props: CardsProps<Row>) {
  const { caption, rows, rowKey, sort, onSort, columns, to } = props;
  const list = useRef<HTMLUListElement>(null);
  const isShort = columns.some(({ phone }) => phone !== undefined);
  const { windowed, visible, before, after, follower } = useTableWindow(list, rows.length, isShort ? 61 : 176);
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
            return (
              <li
                key={`place ${position}`}
                ref={measure}
                data-index={position}
                className={isShort ? 'min-h-15' : 'min-h-44'}
              />
            );
          return (
            <li
              key={rowKey(row)}
              ref={measure}
              data-index={position}
              data-row
              aria-setsize={windowed ? allRows(props.rowCount, rows.length) : undefined}
              aria-posinset={windowed ? position + 1 : undefined}
              className={clsx(
                'relative min-h-14 border-t px-4',
                isShort ? 'py-2' : 'py-3',
                props.rail && !isShort && ['border-l-4', rails[props.rail(row) ?? 'none']],
              )}
            >
              {isShort ? <TwoLines row={row} drawing={props} /> : <CardInside row={row} drawing={props} />}
            </li>
          );
        })}
      </ul>
      {follower}
    </>
  );
}

function CardInside<Row>({ row, drawing: { columns, to } }: { row: Row; drawing: RowDrawing<Row> }) {
  const headline = columns.find((column) => column.priority === 1) ?? columns[0];
  const fields = columns.filter((column) => column !== headline && !column.actions);
  const actions = columns.filter((column) => column.actions);
  return (
    <>
      <div className="text-body font-strong wrap-anywhere">
        <RowLink to={to?.(row)} wholeText={headline?.wholeText?.(row)}>
          {headline?.cell(row)}
        </RowLink>
      </div>
      <dl className="mt-2 grid grid-cols-[minmax(5rem,auto)_1fr] items-baseline gap-x-4 gap-y-1.5">
        {fields.map((column) => (
          <div key={column.key} className="contents">
            <dt className="text-label text-text3">{column.header}</dt>
            <dd className="min-w-0 text-body wrap-anywhere">{column.cell(row)}</dd>
          </div>
        ))}
      </dl>
      {actions.length > 0 && (
        <div className="relative z-1 mt-3 flex flex-wrap gap-2">
          {actions.map((column) => (
            <div key={column.key}>{column.cell(row)}</div>
          ))}
        </div>
      )}
    </>
  );
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
    <Field label={t('common.sort.label')} hideLabel className="px-4 pb-2">
      <Select
        className="w-fit max-w-full [&_select]:w-auto [&_select]:rounded-full [&_select]:text-small"
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
function TwoLines<Row>({ row, drawing: { columns, to } }: { row: Row; drawing: RowDrawing<Row> }) {
  const at = (place: PhonePlace) =>
    columns
      .filter(({ phone }) => phone === place)
      .map(({ key, cell, phoneCell = cell }) => ({ key, value: phoneCell(row) }));
  const [title] = columns.filter(({ phone }) => phone === 'title');
  return (
    <div className="flex items-center gap-3">
      <Beside parts={at('start')} />
      <div className="grid min-w-0 flex-1 grid-cols-[minmax(0,1fr)_auto] items-baseline gap-x-3">
        <div className="-mx-1 min-w-0 truncate px-1 text-body font-strong [&_a]:inline [&_a]:text-text">
          <RowLink to={to?.(row)} wholeText={title?.wholeText?.(row)}>
            {title?.cell(row)}
          </RowLink>
        </div>
        <div className="text-right text-small whitespace-nowrap">
          <Joined parts={at('end')} />
        </div>
        <div className="min-w-0 truncate text-small text-text2">
          <Joined parts={at('line')} />
        </div>
        <div className="text-right text-small whitespace-nowrap text-text2">
          <Joined parts={at('end line')} />
        </div>
      </div>
      <Beside parts={at('after')} />
    </div>
  );
}

type Parts = { parts: readonly { key: string; value: ReactNode }[] };

/** Positioned above the link that covers the row. */
function Beside({ parts }: Parts) {
  if (parts.length === 0) return null;
  return (
    <div className="relative z-1 flex items-center">
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
