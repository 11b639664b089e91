import type { ReactNode } from 'react';

export type SortValue = string | number | Date | null | undefined;

export type Column<Row> = {
  key: string;
  header: string;
  cell: (row: Row) => ReactNode;
  align?: 'left' | 'right' | 'center';
  /** Makes the column sortable. Give numbers and dates as such, not as text. */
  sortValue?: (row: Row) => SortValue;
  /** Where a table is too narrow, columns of 3 give way first and those of 2 last; 1, the headline, never does. */
  priority?: 1 | 2 | 3;
  /** A button that does what a press on the row does: the first to give way. */
  isRowLink?: boolean;
  /** Its place in the two lines that a row has on a phone; a column without one is left out there. */
  phone?: PhonePlace;
  /** What a phone shows of it, where the row is the only link. */
  phoneCell?: (row: Row) => ReactNode;
  /** For the cells of the table, where an element of their own would be one too many. */
  cellClass?: string;
  /** The tooltip of such a cell. */
  cellTitle?: (row: Row) => string;
  /** In a headline cell of text alone that is cut for the eye: all of it, for the tooltip and for screen readers. */
  wholeText?: (row: Row) => string;
  /** For buttons: the header is read out but not shown, and the cell goes to the foot of the card. */
  actions?: boolean;
  /** For several buttons, none of which matches the header: it is shown as well. */
  showsHeader?: boolean;
};

/** Left above, left below, right above, right below; a tick before both lines, buttons behind them. */
export type PhonePlace = 'title' | 'line' | 'end' | 'end line' | 'start' | 'after';

export type Sort = { key: string; direction: 'ascending' | 'descending' };

export type RailTone = 'green' | 'blue' | 'red' | 'yellow' | 'grey';

export const rails: Record<RailTone | 'none', string> = {
  green: 'border-l-green-solid',
  blue: 'border-l-blue-solid',
  red: 'border-l-red-solid',
  yellow: 'border-l-yellow-solid',
  grey: 'border-l-grey-solid',
  none: 'border-l-transparent',
};

/** How long a list is; `moreThan`: it is counted no further, and `countAll` counts all of it. */
export type RowCount = number | { moreThan: number; countAll?: (() => void) | undefined };

/** What the table and the cards need to draw one row. */
export type RowDrawing<Row> = {
  columns: readonly Column<Row>[];
  rowKey: (row: Row) => string | number;
  rail?: (row: Row) => RailTone | null | undefined;
  to?: (row: Row) => string;
  dense?: boolean;
  /** How many rows there are when not all are here. */
  rowCount?: RowCount;
  /** For rows that are fetched as they are scrolled to: the first and last on the screen. */
  onRange?: (first: number, last: number) => void;
};
