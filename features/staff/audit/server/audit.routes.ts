import { handle } from '../../../../server/http/call.ts';
import * as contract from '../audit.calls.ts';
import { listChanges } from './audit.ts';

export const auditRoutes = [handle(contract.listChanges, ({ deps, input }) => listChanges(deps, input))];
