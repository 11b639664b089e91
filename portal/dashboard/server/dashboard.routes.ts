import { answer } from '../../../server/http/call.ts';
import * as contract from '../dashboard.contract.ts';
import { getDashboard, getUserDashboard } from './dashboard.ts';
import { getWaiting } from './waiting.ts';

export const dashboardAnswers = [
  answer(contract.getDashboard, ({ deps, actor }) => getDashboard(deps, actor)),
  answer(contract.getUserDashboard, ({ deps, actor, input }) => getUserDashboard(deps, actor, input.userId)),
  answer(contract.getWaiting, ({ deps, actor }) => getWaiting(deps, actor)),
];
