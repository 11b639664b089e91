import { handle } from '../../../../server/http/call.ts';
import * as contract from '../disk-use.calls.ts';
import { getDiskUse } from './disk-use.ts';

export const diskUseRoutes = [handle(contract.getDiskUse, ({ deps }) => getDiskUse(deps))];
