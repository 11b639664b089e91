import { outcome } from '../../../server/http/call.ts';
import * as contract from '../dashboard.contract.ts';
import { getDashboard, getUserDashboard } from './dashboard.ts';
import { getWaiting } from './waiting.ts';

export const dashboardRoutes = [
  outcome(contract.getDashboard, ({ deps, actor }) => getDashboard(deps, actor)),
  outcome(contract.getUserDashboard, ({ deps, actor, input }) => getUserDashboard(deps, actor, input.userId)),
  outcome(contract.getWaiting, ({ deps, actor }) => getWaiting(deps, actor)),
];
