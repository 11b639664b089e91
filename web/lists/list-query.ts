import type { Endpoint } from '../../contract/endpoint.ts';
import type { Sort } from '../ui/table-column.ts';

/** Which part of a list a screen shows. A filter without a value matches everything. */
export interface ListQuery {
  search: string;
  filters: Readonly<Record<string, string>>;
  sort: Sort | null;
}

/** What the contract of a list accepts. Anything else in the address, which anyone can type, is ignored. */
export interface ListTerms {
  sorts: readonly string[];
  /** Filters by name: their allowed values, or `id` for the id of any record. */
  filters: Readonly<Record<string, readonly string[] | 'id'>>;
}

export interface ListSource extends ListTerms {
  /** Endpoint that returns the list page by page. */
  endpoint: Endpoint;
  queryKey: readonly string[];
}

const MAX_SEARCH_LENGTH = 200;

/** Returns the search and the filters without the order; this is also what "select all" refers to. */
export function toFilterInput({ search, filters }: ListQuery, terms: ListTerms): Record<string, string> {
  const q = search.trim().slice(0, MAX_SEARCH_LENGTH);
  const known = Object.entries(filters).filter(([name, value]) => isKnown(terms.filters[name], value));
  return { ...(q !== '' && { q }), ...Object.fromEntries(known) };
}

const ID = /^[1-9]\d{0,14}$/;

const isKnown = (values: readonly string[] | 'id' | undefined, value: string): boolean =>
  values === 'id' ? ID.test(value) : values?.includes(value) === true;

export function listInput(query: ListQuery, terms: ListTerms): Record<string, string> {
  const { sort } = query;
  const isSorted = sort !== null && terms.sorts.includes(sort.key);
  return {
    ...toFilterInput(query, terms),
    ...(isSorted && { sort: sort.key, order: sort.direction === 'ascending' ? 'asc' : 'desc' }),
  };
}
