import { endpoint } from '../../../contract/endpoint.ts';
import type * as schemas from './dashboard.schemas.ts';

export type * from './dashboard.schemas.ts';

/** Nothing is counted beyond this: a count of 100 stands for "more than 99". */
export const WAITING_COUNTED = 100;

export const getDashboard = endpoint<typeof schemas.getDashboard>()({
  method: 'GET',
  path: '/dashboard',
  summary: 'Get the counts of the portal',
  description:
    'Counts of completed, refunded and canceled files, with the files in progress and the open tickets, newest first.',
  who: 'dashboard.read-all',
});

export const getWaiting = endpoint<typeof schemas.getWaiting>()({
  method: 'GET',
  path: '/waiting',
  summary: 'Count pending work',
  description: 'The number of items that wait for the caller, as shown in the menu.',
  who: 'signed-in',
  polled: true,
});

export const getNeedsYou = endpoint<typeof schemas.getNeedsYou>()({
  method: 'GET',
  path: '/needs-you',
  summary: "List the caller's next tasks",
  description:
    'Returns a count for each kind of task and the items that have waited longest. New customers also get their first steps.',
  who: 'signed-in',
});

export const dismissFirstSteps = endpoint<typeof schemas.dismissFirstSteps>()({
  method: 'PUT',
  path: '/first-steps/dismiss',
  summary: 'Dismiss the first steps',
  description: "Hides the first steps on the caller's dashboard.",
  who: 'customer-area.open',
});

export const getUserDashboard = endpoint<typeof schemas.getUserDashboard>()({
  method: 'GET',
  path: '/dashboard/:userId',
  summary: 'Get the counts of a customer',
  description: 'The same counts for a single customer. Customers can only read their own.',
  who: 'signed-in',
});
