import { handle } from '../../../../server/http/call.ts';
import * as contract from '../security.calls.ts';
import { listSecurityEvents } from './security.ts';

export const securityRoutes = [
  handle(contract.listSecurityEvents, ({ deps, input }) => listSecurityEvents(deps, input)),
];
