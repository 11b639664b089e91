import { outcome } from '../../../server/http/call.ts';
import * as contract from '../similar-files.contract.ts';
import { checkReuse, downloadToCompare, listSimilarFiles, reuseModified } from './similar-files.ts';

export const similarFilesRoutes = [
  outcome(contract.listSimilarFiles, ({ deps, actor, input }) => listSimilarFiles(deps, actor, input.id)),
  outcome(contract.downloadToCompare, ({ deps, actor, input }) => downloadToCompare(deps, actor, input.id)),
  outcome(contract.checkReuse, ({ deps, actor, input }) => checkReuse(deps, actor, input)),
  outcome(contract.reuseModified, ({ deps, actor, input }) => reuseModified(deps, actor, input)),
];
