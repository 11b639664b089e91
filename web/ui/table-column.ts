import type { ReactNode } from 'react';

export type SortValue = string | number | Date | null | undefined;

export type Column<Row> = {
  key: string;
  header: string;
  cell: (row: Row) => ReactNode;
  align?: 'left' | 'right' | 'center';
  /** Makes the column sortable. Give numbers and dates as such, not as text. */
  sortValue?: (row: Row) => SortValue;
  /** 1: headline of the card on phones. 2: always there. 3: left out of the table between 640 and 1024 px. */
  priority?: 1 | 2 | 3;
  /** For the cells of the table, where an element of their own would be one too many. */
  cellClass?: string;
  /** The tooltip of such a cell. */
  cellTitle?: (row: Row) => string;
  /** In a headline cell of text alone that is cut for the eye: all of it, for the tooltip and for screen readers. */
  wholeText?: (row: Row) => string;
  /** For buttons: the header is read out but not shown, and the cell goes to the foot of the card. */
  actions?: boolean;
  /** For several buttons, none of which is what the header says: it is shown as well. */
  showsHeader?: boolean;
};

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

/** What the table and the cards need to draw one row. */
export type RowDrawing<Row> = {
  columns: readonly Column<Row>[];
  rowKey: (row: Row) => string | number;
  rail?: (row: Row) => RailTone | null | undefined;
  to?: (row: Row) => string;
  dense?: boolean;
  /** How many rows there are when not all are here; null: more than are counted. */
  rowCount?: number | null;
  /** For rows that are fetched as they are scrolled to: the first and last on the screen. */
  onRange?: (first: number, last: number) => void;
};
