import { endpoint } from '../../../contract/endpoint.ts';
import type * as schemas from './upload.schemas.ts';
import { invalid } from '../../../contract/texts.ts';
import { UPLOAD_LIMIT_ERRORS } from '../upload-limit/upload-limit.list.ts';

export type * from './upload.schemas.ts';

export const createFile = endpoint<typeof schemas.createFile>()({
  method: 'POST',
  path: '/files',
  summary: 'Upload a file',
  description:
    'Creates a job from the original, the vehicle and the chosen solutions. Repeating the call with the same `Idempotency-Key` returns the first file.',
  who: 'files.upload',
  status: 201,
  file: { missing: invalid('errors.fields.select_file_first') },
  needsActivation: true,
  idempotent: true,
  errors: [...UPLOAD_LIMIT_ERRORS, 'files.one_tuning', 'files.too_expensive', 'files.unknown_solution'],
});
