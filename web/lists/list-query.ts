import type { Endpoint } from '../../portal/endpoint.ts';
import type { Sort } from '../ui/table-column.ts';

/** What a screen shows of a list. A filter without a value does not narrow. */
export interface ListQuery {
  search: string;
  filters: Readonly<Record<string, string>>;
  sort: Sort | null;
}

/** What the contract of a list takes: the screen's address is written by anybody, and what means nothing is left out. */
export interface ListTerms {
  sorts: readonly string[];
  /** By name: the values, or `id` for a record of any list. */
  filters: Readonly<Record<string, readonly string[] | 'id'>>;
}

export interface ListSource extends ListTerms {
  /** Replies with a page when it is asked for one. */
  endpoint: Endpoint;
  queryKey: readonly string[];
}

const LONGEST_SEARCH = 200;

/** The filter alone, which is also what "all of them" means. */
export function filterInput({ search, filters }: ListQuery, terms: ListTerms): Record<string, string> {
  const q = search.trim().slice(0, LONGEST_SEARCH);
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
    ...filterInput(query, terms),
    ...(isSorted && { sort: sort.key, order: sort.direction === 'ascending' ? 'asc' : 'desc' }),
  };
}
