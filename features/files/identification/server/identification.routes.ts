import { handle } from '../../../../server/http/call.ts';
import * as contract from '../identification.calls.ts';
import { getIdentification } from './identification.ts';

export const identificationRoutes = [
  handle(contract.getIdentification, ({ deps, actor, input }) => getIdentification(deps.db, actor, input.id)),
];
