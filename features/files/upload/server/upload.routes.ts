import { handle } from '../../../../server/http/call.ts';
import * as contract from '../upload.calls.ts';
import { createFile } from './upload.ts';

export const uploadRoutes = [
  handle(contract.createFile, ({ deps, actor, input, upload, idempotencyKey }) =>
    createFile(deps, actor, { fields: input, upload, idempotencyKey }),
  ),
];
