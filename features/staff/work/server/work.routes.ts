import { handle } from '../../../../server/http/call.ts';
import * as contract from '../work.calls.ts';
import { endPresence, getWork, notePresence } from './work.ts';

export const workRoutes = [
  handle(contract.getWork, ({ deps }) => getWork(deps)),
  handle(contract.notePresence, ({ deps, actor, input }) => notePresence(deps, actor, input.id)),
  handle(contract.endPresence, ({ deps, actor, input }) => endPresence(deps, actor, input.id)),
];
