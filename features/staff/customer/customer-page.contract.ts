import { endpoint } from '../../../contract/endpoint.ts';
import type * as schemas from './customer-page.schemas.ts';

export type * from './customer-page.schemas.ts';

export const getCustomerOverview = endpoint<typeof schemas.getCustomerOverview>()({
  method: 'GET',
  path: '/users/:id/overview',
  summary: 'Get an overview of a user',
  description: "The user's newest files, tickets, ledger entries, payments, sessions and security events.",
  who: 'users.read-all',
});
