import { ROLES } from '../../../contract/capabilities.ts';
import { download } from '../../../web/client/download.ts';
import { type ListQuery, type ListSource, listInput } from '../../../web/lists/list-query.ts';
import { useListPages } from '../../../web/lists/use-list-pages.ts';
import { downloadUsersCsv, listUsers } from '../accounts.calls.ts';
import type { User } from '../user.ts';
import { USER_SORTS, USER_STATUSES } from '../user-status.ts';

export const ALL_USERS: ListSource = {
  endpoint: listUsers,
  queryKey: ['users', 'all'],
  sorts: USER_SORTS,
  filters: { role: ROLES, status: USER_STATUSES, tag_id: 'id' },
};

/** Lists every user page by page. */
export const useAllUsers = (query: ListQuery) => useListPages<User>(ALL_USERS, query);

export const downloadAllUsers = (query: ListQuery) => download(downloadUsersCsv, listInput(query, ALL_USERS) as never);
