import { handle } from '../../../../server/http/call.ts';
import * as contract from '../search.calls.ts';
import { search } from './search.ts';

export const searchRoutes = [handle(contract.search, ({ deps, actor, input }) => search(deps, actor, input.text))];
