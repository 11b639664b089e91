import { handle } from '../../../server/http/call.ts';
import * as contract from '../credits.calls.ts';
import * as statement from '../statement.calls.ts';
import { downloadLedger, downloadUserLedger } from './ledger-csv.ts';
import { getLedger, getUserLedger } from './credits.ts';
import { downloadStatement, listBalances, readPeriod } from './statement.ts';
import { getNames } from '../../accounts/server/users.ts';
import * as statementCalls from '../statement.calls.ts';

export const creditsRoutes = [
  handle(contract.listLedger, ({ deps, input }) => getLedger(deps, input)),
  handle(contract.downloadLedger, ({ deps, actor, input }) => downloadLedger(deps, actor, input)),
  handle(contract.listUserLedger, ({ deps, actor, input }) => getUserLedger(deps, actor, input)),
  handle(contract.downloadUserLedger, ({ deps, actor, input }) => downloadUserLedger(deps, actor, input.userId)),
  handle(statement.listBalances, ({ deps, actor, input }) => listBalances(deps, actor, input.userId)),
  handle(statement.downloadStatement, ({ deps, actor, input }) => downloadStatement(deps, actor, input)),
  handle(statementCalls.getStatement, async ({ deps, actor, input }) => {
    const period = await readPeriod(deps, actor, input);
    return { ...(await getNames(deps.db, input.userId)), ...period };
  }),
];
