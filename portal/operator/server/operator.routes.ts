import { outcome } from '../../../server/http/call.ts';
import * as contract from '../notices.contract.ts';
import { listNotices } from './notices.ts';

export const operatorRoutes = [outcome(contract.listOperatorNotices, ({ deps }) => listNotices(deps))];
