import { endpoint } from '../../../contract/endpoint.ts';
import { invalid } from '../../../contract/texts.ts';
import { UPLOAD_LIMIT_ERRORS } from '../upload-limit/upload-limit.list.ts';
import type * as schemas from './further-files.schemas.ts';

export type * from './further-files.schemas.ts';

export const listFurtherFiles = endpoint<typeof schemas.listFurtherFiles>()({
  method: 'GET',
  path: '/files/:id/further-files',
  summary: 'List the further files of a file',
  description: 'The files that accompany an original, oldest first. Customers can only read their own.',
  who: 'signed-in',
});

export const addFurtherFile = endpoint<typeof schemas.addFurtherFile>()({
  method: 'POST',
  path: '/files/:id/further-files',
  summary: 'Add a further file',
  description:
    'Adds a gearbox file, an ID file, a log or a scan report to an open file of the caller. Counts as an upload. Repeating the call with the same `Idempotency-Key` returns the first result.',
  who: 'files.upload',
  status: 201,
  file: { missing: invalid('errors.fields.select_file_first') },
  needsActivation: true,
  idempotent: true,
  errors: [...UPLOAD_LIMIT_ERRORS, 'files.just_changed', 'further-files.file_closed', 'further-files.too_many'],
});

export const downloadFurtherFile = endpoint<typeof schemas.downloadFurtherFile>()({
  method: 'GET',
  path: '/files/:id/further-files/:furtherId/file',
  summary: 'Download a further file',
  description: 'The bytes that the customer sent. Downloading them does not start the processing of the file.',
  who: 'signed-in',
  errors: ['files.bytes_removed'],
});
