/** A long list as the worker knows it. Plain data: it is posted to a thread that knows no domain. */
export interface ListShape {
  /** Fields in which any part of a word is found. */
  search: readonly string[];
  /** Fields that are found by their whole value only, such as the number in an address. */
  exact?: readonly string[];
  /** Fields that are found by how they begin. */
  begins?: readonly string[];
  /** What each sortable column is sorted by. */
  sort: Record<string, string>;
  /** How many rows have which value in these fields. */
  count: readonly string[];
}

export interface ListSort {
  key: string;
  direction: 'ascending' | 'descending';
}

/** More than a screen shows, so that a short list is here whole and a little scrolling asks for nothing. */
export const HELD_ROWS = 300;

/** What somebody wants to see of a list. A filter without a value does not narrow. */
export interface ListQuery {
  search: string;
  filters: Readonly<Record<string, string>>;
  sort: ListSort | null;
}

/** How many rows of the whole list have which value: `counts.status.PENDING`. */
export type ListCounts = Record<string, Record<string, number>>;

export interface ListView {
  /** All of the list has come, once at least. */
  isComplete: boolean;
  /** Of all rows, whatever is asked for. */
  total: number;
  counts: ListCounts;
  /** How many match. */
  matching: number;
  from: number;
  rows: readonly ListRow[];
}

export type ListRow = { id: number } & Record<string, string | number | boolean | null | undefined>;
