import { handle } from '../../../../server/http/call.ts';
import * as contract from '../similar-files.calls.ts';
import { checkReuse, downloadToCompare, listSimilarFiles, reuseModified } from './similar-files.ts';

export const similarFilesRoutes = [
  handle(contract.listSimilarFiles, ({ deps, actor, input }) => listSimilarFiles(deps, actor, input.id)),
  handle(contract.downloadToCompare, ({ deps, actor, input }) => downloadToCompare(deps, actor, input.id)),
  handle(contract.checkReuse, ({ deps, actor, input }) => checkReuse(deps, actor, input)),
  handle(contract.reuseModified, ({ deps, actor, input }) => reuseModified(deps, actor, input)),
];
