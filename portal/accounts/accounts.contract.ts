import { endpoint } from '../endpoint.ts';
import type * as schemas from './accounts.schemas.ts';

export type * from './accounts.schemas.ts';

export const USER_STATUSES = ['ACTIVE', 'DEACTIVE'] as const;

export const ROLES = ['CUSTOMER', 'ADMIN'] as const;

export const register = endpoint<typeof schemas.register>()({
  method: 'POST',
  path: '/register',
  who: 'anyone',
  status: 201,
  perMinute: 30,
});

export const login = endpoint<typeof schemas.login>()({
  method: 'POST',
  path: '/login',
  who: 'anyone',
  perMinute: 120,
});

export const activateAccount = endpoint<typeof schemas.activateAccount>()({
  method: 'POST',
  path: '/register/activate',
  who: 'anyone',
  perMinute: 30,
});

export const resendActivation = endpoint<typeof schemas.resendActivation>()({
  method: 'POST',
  path: '/register/resend',
  who: 'signed-in',
  perMinute: 30,
});

export const requestPasswordReset = endpoint<typeof schemas.requestPasswordReset>()({
  method: 'POST',
  path: '/auth/request-reset-password',
  who: 'anyone',
  perMinute: 30,
});

export const resetPassword = endpoint<typeof schemas.resetPassword>()({
  method: 'POST',
  path: '/auth/reset-password',
  who: 'anyone',
  perMinute: 30,
});

export const logout = endpoint<typeof schemas.logout>()({
  method: 'POST',
  path: '/auth/logout',
  who: 'signed-in',
});

export const getMyUser = endpoint<typeof schemas.getMyUser>()({
  method: 'GET',
  path: '/users/my',
  who: 'signed-in',
  polled: true,
});

export const updateMyUser = endpoint<typeof schemas.updateMyUser>()({
  method: 'PUT',
  path: '/users/my',
  who: 'signed-in',
});

export const changePassword = endpoint<typeof schemas.changePassword>()({
  method: 'PUT',
  path: '/users/change-password',
  who: 'signed-in',
});

/** The columns of /admin/all-users that it can be sorted by, and `id`: the newest first. */
export const USER_SORTS = ['id', 'username', 'email', 'country', 'credits', 'ai-credits', 'role', 'status'] as const;

export const listUsers = endpoint<typeof schemas.listUsers>()({
  method: 'GET',
  path: '/users',
  who: 'admin',
  polled: true,
});

/** The users that match, in their order, as a table for a spreadsheet. */
export const downloadUsersCsv = endpoint<typeof schemas.downloadUsersCsv>()({
  method: 'GET',
  path: '/users/csv',
  who: 'admin',
});

export const getUser = endpoint<typeof schemas.getUser>()({
  method: 'GET',
  path: '/users/:id',
  who: 'admin',
});

/** Said of a balance that was changed, and not of one that a payment taken back has left below 0 (server-rules 4). */
export const BALANCE_BELOW_ZERO = 'A balance must be 0 or more.';

export const updateUser = endpoint<typeof schemas.updateUser>()({
  method: 'PUT',
  path: '/users/:id',
  who: 'admin',
});

export const deleteUser = endpoint<typeof schemas.deleteUser>()({
  method: 'DELETE',
  path: '/users/:id',
  who: 'admin',
});
