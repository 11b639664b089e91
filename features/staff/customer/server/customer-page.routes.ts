import { handle } from '../../../../server/http/call.ts';
import * as contract from '../customer-page.calls.ts';
import { getCustomerOverview } from './customer-page.ts';

export const customerPageRoutes = [
  handle(contract.getCustomerOverview, ({ deps, actor, input }) => getCustomerOverview(deps, actor, input.id)),
];
