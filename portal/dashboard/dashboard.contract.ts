import { endpoint } from '../endpoint.ts';
import type * as schemas from './dashboard.schemas.ts';

export type * from './dashboard.schemas.ts';

export const getDashboard = endpoint<typeof schemas.getDashboard>()({
  method: 'GET',
  path: '/dashboard',
  who: 'admin',
});

export const getUserDashboard = endpoint<typeof schemas.getUserDashboard>()({
  method: 'GET',
  path: '/dashboard/:userId',
  who: 'signed-in',
});
