import { outcome } from '../../../server/http/call.ts';
import * as contract from '../bin.contract.ts';
import { listBin, restoreFromBin } from './bin.ts';

export const binRoutes = [
  outcome(contract.listBin, ({ deps, input }) => listBin(deps, input)),
  outcome(contract.restoreFromBin, ({ deps, actor, input }) => restoreFromBin(deps, actor, input)),
];
