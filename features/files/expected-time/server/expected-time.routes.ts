import { handle } from '../../../../server/http/call.ts';
import * as contract from '../expected-time.calls.ts';
import { getExpectedTime, getExpectedTimeOfFile } from './expected-time.ts';

export const expectedTimeRoutes = [
  handle(contract.getExpectedTime, ({ deps, input }) => getExpectedTime(deps, input.solutions)),
  handle(contract.getExpectedTimeOfFile, ({ deps, actor, input }) => getExpectedTimeOfFile(deps, actor, input.id)),
];
