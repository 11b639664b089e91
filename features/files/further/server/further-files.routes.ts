import { handle } from '../../../../server/http/call.ts';
import * as contract from '../further-files.calls.ts';
import { addFurtherFile, downloadFurtherFile, listFurtherFiles } from './further-files.ts';

export const furtherFilesRoutes = [
  handle(contract.listFurtherFiles, ({ deps, actor, input }) => listFurtherFiles(deps, actor, input.id)),
  handle(contract.addFurtherFile, ({ deps, actor, input, upload, idempotencyKey }) =>
    addFurtherFile(deps, actor, { ...input, upload, idempotencyKey }),
  ),
  handle(contract.downloadFurtherFile, ({ deps, actor, input }) => downloadFurtherFile(deps, actor, input)),
];
