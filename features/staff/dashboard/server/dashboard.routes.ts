import { handle } from '../../../../server/http/call.ts';
import * as contract from '../dashboard.calls.ts';
import { getDashboard, getUserDashboard } from './dashboard.ts';
import { dismissFirstSteps, getNeedsYou } from './needs-you.ts';
import { getWaiting } from './waiting.ts';

export const dashboardRoutes = [
  handle(contract.getDashboard, ({ deps, actor, input }) => getDashboard(deps, actor, input.count)),
  handle(contract.getUserDashboard, ({ deps, actor, input }) => getUserDashboard(deps, actor, input)),
  handle(contract.getNeedsYou, ({ deps, actor }) => getNeedsYou(deps, actor)),
  handle(contract.dismissFirstSteps, ({ deps, actor }) => dismissFirstSteps(deps, actor)),
  handle(contract.getWaiting, ({ deps, actor }) => getWaiting(deps, actor)),
];
