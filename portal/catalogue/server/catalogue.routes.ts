import { answer } from '../../../server/http/call.ts';
import * as contract from '../catalogue.contract.ts';
import { listSolutions } from './catalogue.ts';

export const catalogueAnswers = [answer(contract.listSolutions, ({ deps }) => listSolutions(deps.db))];
