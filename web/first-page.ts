import { TIMEOUT_MS, headersFor } from './call.ts';
import { keepEarlyReply } from './early-replies.ts';
import type { ListQuery } from './lists/list-query.ts';
import { getSession } from './session.ts';
import { can, type Capability } from '../portal/capabilities.ts';

/** What a screen's list is called at the server, and what its filters are called in the address of the screen. */
interface ListAddress {
  path: string;
  /** As the call of the list needs it. */
  needs: Capability;
  /** In the order in which the list asks for them (`ListSource.filters`). */
  filters: Readonly<Record<string, string>>;
}

/** Known before the program of any screen is here. */
export const LISTS: Readonly<Record<string, ListAddress>> = {
  '/admin/all-files': {
    path: '/api/files',
    needs: 'files.read-all',
    filters: { status: 'status', price_status: 'price', user_id: 'customer', tag_id: 'tag' },
  },
  '/admin/all-tickets': {
    path: '/api/tickets',
    needs: 'tickets.read-all',
    filters: { status: 'status', user_id: 'customer', tag_id: 'tag' },
  },
  '/admin/all-users': {
    path: '/api/users',
    needs: 'users.read-all',
    filters: { role: 'role', status: 'status', tag_id: 'tag' },
  },
};

/** As `useListPages` asks for the first page. */
export const PAGE_ROWS = 100;

type Place = Pick<Location, 'pathname' | 'search'>;

/** Asks for the first page of the list at this address while the program that shows it is still on its way. */
export function requestFirstPage({ pathname, search }: Place): void {
  const list = LISTS[pathname];
  const session = getSession();
  if (list === undefined || session === null || !can(session.user, list.needs)) return;
  const url = `${list.path}?${new URLSearchParams({ ...inputAt(list, search), limit: String(PAGE_ROWS) }).toString()}`;
  const response = fetch(url, {
    headers: headersFor(session.token, false),
    signal: AbortSignal.timeout(TIMEOUT_MS),
  });
  keepEarlyReply(url, session.token, response);
}

/** What an address asks of its list, as `listInput` has it, but for words that the list does not know. */
function inputAt({ filters }: ListAddress, search: string): Record<string, string> {
  const shown = new URLSearchParams(search);
  const sort = shown.get('sort') ?? '';
  const input = {
    q: shown.get('q')?.trim() ?? '',
    ...Object.fromEntries(Object.entries(filters).map(([name, shownAs]) => [name, shown.get(shownAs) ?? ''])),
    sort: sort.replace(/^-/, ''),
    order: sort === '' ? '' : sort.startsWith('-') ? 'desc' : 'asc',
  };
  return Object.fromEntries(Object.entries(input).filter(([, value]) => value !== ''));
}

/** As the screen at this address asks its list; null where there is none. */
export function queryAt({ pathname, search }: Place): ListQuery | null {
  const list = LISTS[pathname];
  if (list === undefined) return null;
  const { q = '', sort, order, ...filters } = inputAt(list, search);
  const direction = order === 'desc' ? 'descending' : 'ascending';
  return { search: q, filters, sort: sort === undefined ? null : { key: sort, direction } };
}
