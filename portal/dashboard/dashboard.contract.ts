import { endpoint } from '../endpoint.ts';
import type * as schemas from './dashboard.schemas.ts';

export type * from './dashboard.schemas.ts';

/** More than 99 of a kind are not counted: it stands for "more". */
export const WAITING_COUNTED = 100;

export const getDashboard = endpoint<typeof schemas.getDashboard>()({
  method: 'GET',
  path: '/dashboard',
  who: 'admin',
});

/** How much waits for the caller; the menu shows it. */
export const getWaiting = endpoint<typeof schemas.getWaiting>()({
  method: 'GET',
  path: '/waiting',
  who: 'signed-in',
  polled: true,
});

export const getUserDashboard = endpoint<typeof schemas.getUserDashboard>()({
  method: 'GET',
  path: '/dashboard/:userId',
  who: 'signed-in',
});
