import { outcome } from '../../../server/http/call.ts';
import * as contract from '../dashboard.contract.ts';
import { getDashboard, getUserDashboard } from './dashboard.ts';
import { dismissFirstSteps, getNeedsYou } from './needs-you.ts';
import { getWaiting } from './waiting.ts';

export const dashboardRoutes = [
  outcome(contract.getDashboard, ({ deps, actor }) => getDashboard(deps, actor)),
  outcome(contract.getUserDashboard, ({ deps, actor, input }) => getUserDashboard(deps, actor, input.userId)),
  outcome(contract.getNeedsYou, ({ deps, actor }) => getNeedsYou(deps, actor)),
  outcome(contract.dismissFirstSteps, ({ deps, actor }) => dismissFirstSteps(deps, actor)),
  outcome(contract.getWaiting, ({ deps, actor }) => getWaiting(deps, actor)),
];
