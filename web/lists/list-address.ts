import type { Sort } from '../ui/table-column.ts';
import type { ListQuery } from './list-shape.ts';
import type { ListPlace } from './list-thread.ts';

export const SEARCH = 'q';
export const SORT = 'sort';

export function readSort(text: string | null): Sort | null {
  if (!text) return null;
  return text.startsWith('-') ? { key: text.slice(1), direction: 'descending' } : { key: text, direction: 'ascending' };
}

/** What an address asks of a list: the same as its screen will ask when it is there. */
export function queryIn(address: string, { filters }: ListPlace): ListQuery {
  const parameters = new URLSearchParams(address);
  return {
    search: parameters.get(SEARCH) ?? '',
    filters: Object.fromEntries(Object.entries(filters).map(([field, name]) => [field, parameters.get(name) ?? ''])),
    sort: readSort(parameters.get(SORT)),
  };
}
