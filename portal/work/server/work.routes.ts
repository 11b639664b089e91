import { outcome } from '../../../server/http/call.ts';
import * as contract from '../work.contract.ts';
import { endPresence, getWork, notePresence } from './work.ts';

export const workRoutes = [
  outcome(contract.getWork, ({ deps }) => getWork(deps)),
  outcome(contract.notePresence, ({ deps, actor, input }) => notePresence(deps, actor, input.id)),
  outcome(contract.endPresence, ({ deps, actor, input }) => endPresence(deps, actor, input.id)),
];
