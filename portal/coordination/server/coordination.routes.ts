import { outcome } from '../../../server/http/call.ts';
import * as contract from '../coordination.contract.ts';
import { assignFile, assignSelectedFiles, assignSelectedTickets } from './assignment.ts';
import { endPresence, getWork, notePresence } from './work.ts';

export const coordinationRoutes = [
  outcome(contract.getWork, ({ deps }) => getWork(deps)),
  outcome(contract.assignFile, ({ deps, actor, input }) => assignFile(deps, actor, input)),
  outcome(contract.assignSelectedFiles, ({ deps, actor, input }) => assignSelectedFiles(deps, actor, input)),
  outcome(contract.assignSelectedTickets, ({ deps, actor, input }) => assignSelectedTickets(deps, actor, input)),
  outcome(contract.notePresence, ({ deps, actor, input }) => notePresence(deps, actor, input.id)),
  outcome(contract.endPresence, ({ deps, actor, input }) => endPresence(deps, actor, input.id)),
];
