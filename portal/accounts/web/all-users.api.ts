import type { ListQuery } from '../../../web/lists/list-shape.ts';
import { useLongRows } from '../../../web/lists/use-long-rows.ts';
import { listUsers, type User } from '../accounts.contract.ts';
import { USERS_PLACE } from './all-users.list.ts';

const SOURCE = { endpoint: listUsers, shape: USERS_PLACE.shape, queryKey: ['users', 'all'] };

/** Every user there is. */
export const useAllUsers = (query: ListQuery) => useLongRows<User>(SOURCE, query);
