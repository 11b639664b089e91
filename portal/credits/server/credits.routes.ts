import { answer } from '../../../server/http/call.ts';
import * as contract from '../credits.contract.ts';
import * as statement from '../statement.contract.ts';
import { downloadLedger, downloadUserLedger } from './ledger-csv.ts';
import { getLedger, getUserLedger } from './credits.ts';
import { downloadStatement, getStatement, listBalances } from './statement.ts';

export const creditsAnswers = [
  answer(contract.listLedger, ({ deps, input }) => getLedger(deps.db, input)),
  answer(contract.downloadLedger, ({ deps, input }) => downloadLedger(deps, input)),
  answer(contract.listUserLedger, ({ deps, actor, input }) => getUserLedger(deps.db, actor, input)),
  answer(contract.downloadUserLedger, ({ deps, actor, input }) => downloadUserLedger(deps, actor, input.userId)),
  answer(statement.listBalances, ({ deps, actor, input }) => listBalances(deps, actor, input.userId)),
  answer(statement.getStatement, ({ deps, actor, input }) => getStatement(deps, actor, input)),
  answer(statement.downloadStatement, ({ deps, actor, input }) => downloadStatement(deps, actor, input)),
];
