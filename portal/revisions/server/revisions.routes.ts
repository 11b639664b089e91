import { outcome } from '../../../server/http/call.ts';
import * as contract from '../revisions.contract.ts';
import { declineRevision, downloadVersion, listRevisions, requestRevision } from './revisions.ts';

export const revisionsRoutes = [
  outcome(contract.listRevisions, ({ deps, actor, input }) => listRevisions(deps, actor, input.id)),
  outcome(contract.requestRevision, ({ deps, actor, input }) => requestRevision(deps, actor, input)),
  outcome(contract.declineRevision, ({ deps, actor, input }) => declineRevision(deps, actor, input)),
  outcome(contract.downloadVersion, ({ deps, actor, input }) => downloadVersion(deps, actor, input)),
];
