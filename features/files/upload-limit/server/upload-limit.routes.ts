import { handle } from '../../../../server/http/call.ts';
import * as limit from '../upload-limit.calls.ts';
import { getUploadLimit } from './upload-limit.ts';

export const uploadLimitRoutes = [handle(limit.getUploadLimit, ({ deps, actor }) => getUploadLimit(deps, actor))];
