import { endpoint } from '../../../contract/endpoint.ts';
import { invalid } from '../../../contract/texts.ts';
import { FileDetail } from '../file.ts';
import { UPLOAD_LIMIT_ERRORS } from '../upload-limit/upload-limit.calls.ts';
import { CreateFile } from './create-file.ts';

export const createFile = endpoint({
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
  input: CreateFile,
  reply: FileDetail,
  errors: [...UPLOAD_LIMIT_ERRORS, 'files.one_tuning', 'files.too_expensive', 'files.unknown_solution'],
});
