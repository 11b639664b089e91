import { handle } from '../../../../server/http/call.ts';
import * as contract from '../bin.calls.ts';
import { listBin, restoreFromBin } from './bin.ts';

export const binRoutes = [
  handle(contract.listBin, ({ deps, input }) => listBin(deps, input)),
  handle(contract.restoreFromBin, ({ deps, actor, input }) => restoreFromBin(deps, actor, input)),
];
