import { endpoint } from '../../portal/endpoint.ts';
import type * as schemas from './customer-page.schemas.ts';

export type * from './customer-page.schemas.ts';

export const getCustomerOverview = endpoint<typeof schemas.getCustomerOverview>()({
  method: 'GET',
  path: '/users/:id/overview',
  summary: 'Get what there is of a user',
  description: 'The newest files, tickets, ledger entries, payments, sessions and entries of the security log.',
  who: 'users.read-all',
});
