import { Fragment, type ReactNode } from 'react';
import type { PhonePlace, RowDrawing } from './table-column.ts';
import { RowLink } from './table-row-link.tsx';

/** A row on a phone: its title and status, and below them what distinguishes it from other rows. */
export function TwoLines<Row>({ row, drawing: { columns, to } }: { row: Row; drawing: RowDrawing<Row> }) {
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
