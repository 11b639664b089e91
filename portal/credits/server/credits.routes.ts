import { answer } from '../../../server/http/call.ts';
import * as contract from '../credits.contract.ts';
import { downloadUserLedger } from './ledger-csv.ts';
import { getLedger, getUserLedger } from './credits.ts';

export const creditsAnswers = [
  answer(contract.listLedger, ({ deps, input }) => getLedger(deps.db, input)),
  answer(contract.listUserLedger, ({ deps, actor, input }) => getUserLedger(deps.db, actor, input)),
  answer(contract.downloadUserLedger, ({ deps, actor, input }) => downloadUserLedger(deps, actor, input.userId)),
];
