import { handle } from '../../../../server/http/call.ts';
import * as contract from '../personal-data.calls.ts';
import { downloadPersonalData, eraseUserForGood } from './personal-data.ts';

export const personalDataRoutes = [
  handle(contract.downloadPersonalData, ({ deps, actor, input, client }) =>
    downloadPersonalData(deps, actor, { ...input, client }),
  ),
  handle(contract.eraseUser, ({ deps, actor, input, client }) => eraseUserForGood(deps, actor, { ...input, client })),
];
