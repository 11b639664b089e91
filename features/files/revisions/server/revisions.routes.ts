import { handle } from '../../../../server/http/call.ts';
import * as contract from '../revisions.calls.ts';
import { declineRevision, downloadVersion, listRevisions, requestRevision } from './revisions.ts';

export const revisionsRoutes = [
  handle(contract.listRevisions, ({ deps, actor, input }) => listRevisions(deps, actor, input.id)),
  handle(contract.requestRevision, ({ deps, actor, input }) => requestRevision(deps, actor, input)),
  handle(contract.declineRevision, ({ deps, actor, input }) => declineRevision(deps, actor, input)),
  handle(contract.downloadVersion, ({ deps, actor, input }) => downloadVersion(deps, actor, input)),
];
