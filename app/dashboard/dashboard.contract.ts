import { endpoint } from '../../portal/endpoint.ts';
import type * as schemas from './dashboard.schemas.ts';

export type * from './dashboard.schemas.ts';

/** Nothing is counted beyond this: a count of 100 stands for "more than 99". */
export const WAITING_COUNTED = 100;

export const getDashboard = endpoint<typeof schemas.getDashboard>()({
  method: 'GET',
  path: '/dashboard',
  summary: 'Get the counts of the portal',
  description: 'Completed, refunded and canceled files as counts; files in work and open tickets, newest first.',
  who: 'dashboard.read-all',
});

export const getWaiting = endpoint<typeof schemas.getWaiting>()({
  method: 'GET',
  path: '/waiting',
  summary: 'Count what waits',
  description: 'How much waits for the caller; the menu shows it.',
  who: 'signed-in',
  polled: true,
});

export const getNeedsYou = endpoint<typeof schemas.getNeedsYou>()({
  method: 'GET',
  path: '/needs-you',
  summary: 'List what the caller has to do next',
  description: 'For each kind how many, and those that wait longest. For a new customer also the first steps.',
  who: 'signed-in',
});

export const dismissFirstSteps = endpoint<typeof schemas.dismissFirstSteps>()({
  method: 'PUT',
  path: '/first-steps/dismiss',
  summary: 'Dismiss the first steps',
  description: 'The dashboard of the caller does not show them any more.',
  who: 'customer-area.open',
});

export const getUserDashboard = endpoint<typeof schemas.getUserDashboard>()({
  method: 'GET',
  path: '/dashboard/:userId',
  summary: 'Get the counts of a customer',
  description: 'The same as for the portal, of one customer. Customers see their own.',
  who: 'signed-in',
});
