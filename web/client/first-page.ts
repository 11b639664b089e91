import { TIMEOUT_MS, composeHeaders } from './call.ts';
import { keepEarlyReply } from './early-replies.ts';
import type { ListQuery } from '../lists/list-query.ts';
import { getSession } from './session.ts';

/** The path of a screen's list on the server, and the names its filters have in the screen's address. */
interface ListAddress {
  path: string;
  /** In the order in which the list sends them (`ListSource.filters`). */
  filters: Readonly<Record<string, string>>;
}

/** Available before the code of any screen is loaded. */
export const LISTS: Readonly<Record<string, ListAddress>> = {
  '/admin/all-files': {
    path: '/api/files',
    filters: { status: 'status', price_status: 'price', user_id: 'customer', tag_id: 'tag' },
  },
  '/admin/all-tickets': {
    path: '/api/tickets',
    filters: { status: 'status', user_id: 'customer', tag_id: 'tag' },
  },
  '/admin/all-users': {
    path: '/api/users',
    filters: { role: 'role', status: 'status', tag_id: 'tag' },
  },
};

/** Size of a page, the same for this early request and for `useListPages`. */
export const PAGE_ROWS = 100;

type Place = Pick<Location, 'pathname' | 'search'>;

/** What the other screens that work begins with are drawn with. */
const DATA: readonly (readonly [address: RegExp, urls: (userId: number, id: string) => string[]])[] = [
  [/^\/dashboard$/, (userId) => [`/api/dashboard/${userId}`, '/api/needs-you']],
  [/^\/admin\/dashboard$/, () => ['/api/dashboard', '/api/needs-you']],
  [/^\/my-files$/, (userId) => [`/api/users/${userId}/files`]],
  [/^\/(?:admin\/)?view-file\/(\d+)$/, (_userId, id) => [`/api/files/${id}`]],
];

/** Requests what the screen at this address and its frame are drawn with while their code is still loading. */
export function requestFirstPage({ pathname, search }: Place, hasFrame: boolean): void {
  const session = getSession();
  if (session === null) return;
  const list = LISTS[pathname];
  const urls = DATA.flatMap(([address, of]) => {
    const found = address.exec(pathname);
    return found === null ? [] : of(session.user.id, found[1] ?? '');
  });
  if (list) {
    urls.push(`${list.path}?${new URLSearchParams({ ...inputAt(list, search), limit: String(PAGE_ROWS) }).toString()}`);
  }
  if (hasFrame) urls.push('/api/users/my');
  for (const url of urls) {
    const response = fetch(url, {
      headers: composeHeaders(session.token, false),
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    keepEarlyReply(url, session.token, response);
  }
}

/** Reads the list's query from an address like `listInput`, but without dropping values the list does not know. */
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

/** Returns the query that the screen at this address sends to its list; null if it has no list. */
export function queryAt({ pathname, search }: Place): ListQuery | null {
  const list = LISTS[pathname];
  if (list === undefined) return null;
  const { q = '', sort, order, ...filters } = inputAt(list, search);
  const direction = order === 'desc' ? 'descending' : 'ascending';
  return { search: q, filters, sort: sort === undefined ? null : { key: sort, direction } };
}
