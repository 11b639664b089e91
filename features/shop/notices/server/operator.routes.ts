import { handle } from '../../../../server/http/call.ts';
import * as contract from '../notices.calls.ts';
import { listNotices } from './notices.ts';

export const operatorRoutes = [handle(contract.listOperatorNotices, ({ deps }) => listNotices(deps))];
