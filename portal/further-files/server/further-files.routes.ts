import { outcome } from '../../../server/http/call.ts';
import * as contract from '../further-files.contract.ts';
import { addFurtherFile, downloadFurtherFile, listFurtherFiles } from './further-files.ts';

export const furtherFilesRoutes = [
  outcome(contract.listFurtherFiles, ({ deps, actor, input }) => listFurtherFiles(deps, actor, input.id)),
  outcome(contract.addFurtherFile, ({ deps, actor, input, upload, idempotencyKey }) =>
    addFurtherFile(deps, actor, { ...input, upload, idempotencyKey }),
  ),
  outcome(contract.downloadFurtherFile, ({ deps, actor, input }) => downloadFurtherFile(deps, actor, input)),
];
