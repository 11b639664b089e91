import { answer } from '../../../server/http/call.ts';
import * as contract from '../notices.contract.ts';
import { listNotices } from './notices.ts';

export const operatorAnswers = [answer(contract.listOperatorNotices, ({ deps }) => listNotices(deps))];
