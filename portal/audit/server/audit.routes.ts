import { answer } from '../../../server/http/call.ts';
import * as contract from '../audit.contract.ts';
import { listChanges } from './audit.ts';

export const auditAnswers = [answer(contract.listChanges, ({ deps, input }) => listChanges(deps, input))];
