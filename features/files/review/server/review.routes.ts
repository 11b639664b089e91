import { handle } from '../../../../server/http/call.ts';
import * as contract from '../review.calls.ts';
import { setFeasibility, uploadModified } from './feasibility.ts';
import { compareWithOriginal } from './findings.ts';

export const reviewRoutes = [
  handle(contract.uploadModified, ({ deps, actor, input, upload }) =>
    uploadModified(deps, actor, { ...input, fileId: input.fileId, upload }),
  ),
  handle(contract.setFeasibility, ({ deps, actor, input, upload }) =>
    setFeasibility(deps, actor, { ...input, upload }),
  ),
  handle(contract.compareWithOriginal, ({ deps, actor, input, upload }) =>
    compareWithOriginal(deps, actor, { ...input, upload }),
  ),
];
