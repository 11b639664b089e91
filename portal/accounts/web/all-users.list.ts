import type { ListShape } from '../../../web/lists/list-shape.ts';
import type { ListPlace } from '../../../web/lists/list-thread.ts';

/** Role and status are found by how they begin, so that "active" does not show the deactivated. */
const SHAPE: ListShape = {
  search: ['username', 'email'],
  begins: ['role', 'status'],
  sort: {
    username: 'username',
    email: 'email',
    country: 'country',
    credits: 'credit_balance',
    'ai-credits': 'ai_credit_balance',
    role: 'role',
    status: 'status',
  },
  count: ['role', 'status'],
};

/** Known before the contract is there; a test holds the two together. */
export const USERS_PLACE: ListPlace = { path: '/users', shape: SHAPE, filters: { role: 'role', status: 'status' } };
