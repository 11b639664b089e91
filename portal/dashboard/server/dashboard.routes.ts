import { answer } from '../../../server/http/call.ts';
import * as contract from '../dashboard.contract.ts';
import { getDashboard, getUserDashboard } from './dashboard.ts';

export const dashboardAnswers = [
  answer(contract.getDashboard, ({ deps, actor }) => getDashboard(deps, actor)),
  answer(contract.getUserDashboard, ({ deps, actor, input }) => getUserDashboard(deps, actor, input.userId)),
];
