import type { ReactNode } from 'react';

export type SortValue = string | number | Date | null | undefined;

export type Column<Row> = {
  key: string;
  header: string;
  cell: (row: Row) => ReactNode;
  align?: 'left' | 'right' | 'center';
  /** Makes the column sortable. Return numbers and dates as such, not as text. */
  sortValue?: (row: Row) => SortValue;
  /** When the table is too narrow, columns with 3 are dropped first, those with 2 last, and 1, the headline, never. */
  priority?: 1 | 2 | 3;
  /** The column only has a button that does the same as a press on the row, so it is dropped first. */
  isRowLink?: boolean;
  /** Its place in the two lines of a row on a phone; columns without one are omitted there. */
  phone?: PhonePlace;
  /** Content on a phone, where the row is the only link. */
  phoneCell?: (row: Row) => ReactNode;
  /** Class of the column's cells, which saves a wrapper element in each. */
  cellClass?: string;
  /** Tooltip of the column's cells. */
  cellTitle?: (row: Row) => string;
  /** Whole text of a visually cut headline cell of plain text, for the tooltip and for screen readers. */
  wholeText?: (row: Row) => string;
  /** For buttons: the header is only for screen readers, and the cell is at the bottom of the card. */
  actions?: boolean;
  /** For several buttons, none of which matches the header: shows the header as well. */
  showsHeader?: boolean;
};

/**
 * Top left, bottom left, top right, bottom right, a tick before both lines, and buttons after them. A long title has the
 * whole width and up to two lines, with everything else below it.
 */
export type PhonePlace = 'title' | 'long title' | 'line' | 'end' | 'end line' | 'start' | 'after';

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

/** Length of a list. `moreThan` means that counting stopped there; `countAll` counts all rows. */
export type RowCount = number | { moreThan: number; countAll?: (() => void) | undefined };

/** What the table and the cards need to draw a row. */
export type RowDrawing<Row> = {
  columns: readonly Column<Row>[];
  rowKey: (row: Row) => string | number;
  rail?: (row: Row) => RailTone | null | undefined;
  to?: (row: Row) => string;
  dense?: boolean;
  /** Total number of rows if not all are loaded. */
  rowCount?: RowCount;
  /** Reports the first and the last row on the screen, for rows that are fetched as they are scrolled to. */
  onRange?: (first: number, last: number) => void;
};
