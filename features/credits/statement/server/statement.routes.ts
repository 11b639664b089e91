import { getNames } from '../../../accounts/server/users.ts';
import { readPeriod } from '../../server/statement.ts';
import * as contract from '../../statement.calls.ts';
import { handle } from '../../../../server/http/call.ts';

export const statementRoutes = [
  handle(contract.getStatement, async ({ deps, actor, input }) => {
    const period = await readPeriod(deps, actor, input);
    return { ...(await getNames(deps.db, input.userId)), ...period };
  }),
];
