import * as z from 'zod/mini';
import { endpoint } from '../../../contract/endpoint.ts';
import { Id, RecordId, boundedList } from '../../../contract/fields.ts';
import { invalid } from '../../../contract/texts.ts';
import { UPLOAD_LIMIT_ERRORS } from '../upload-limit/upload-limit.calls.ts';

/** The kinds of further files. */
export const FURTHER_KINDS = ['ECU', 'GEARBOX', 'ID_FILE', 'LOG', 'SCAN_REPORT', 'OTHER'] as const;

/** Maximum number of further files; with the original, an order has up to ten files. */
export const MAX_FURTHER_FILES = 9;

export const FurtherKind = z.enum(FURTHER_KINDS, invalid('errors.further-files.choose_kind'));
export type FurtherKind = z.output<typeof FurtherKind>;

/** A file that accompanies an original, such as a gearbox file or a scan report. */
export const FurtherFile = z.object({
  id: RecordId,
  kind: FurtherKind,
  file_name: z.string(),
  size_bytes: z.int(),
  sha256: z.string(),
  created_at: z.string(),
});
export type FurtherFile = z.output<typeof FurtherFile>;

export const listFurtherFiles = endpoint({
  method: 'GET',
  path: '/files/:id/further-files',
  summary: 'List the further files of a file',
  description: 'The files that accompany an original, oldest first. Customers can only read their own.',
  who: 'signed-in',
  input: z.object({ id: Id }),
  reply: boundedList(FurtherFile, MAX_FURTHER_FILES),
});

export const addFurtherFile = endpoint({
  method: 'POST',
  path: '/files/:id/further-files',
  summary: 'Add a further file',
  description:
    'Adds a gearbox file, an ID file, a log or a scan report to an open file of the caller. Counts as an upload.',
  who: 'files.upload',
  status: 201,
  file: { missing: invalid('errors.fields.select_file_first') },
  needsActivation: true,
  input: z.object({ id: Id, kind: FurtherKind }),
  reply: FurtherFile,
  errors: [...UPLOAD_LIMIT_ERRORS, 'files.just_changed', 'further-files.file_closed', 'further-files.too_many'],
});

export const downloadFurtherFile = endpoint({
  method: 'GET',
  path: '/files/:id/further-files/:furtherId/file',
  summary: 'Download a further file',
  description: 'The bytes that the customer sent. Downloading them does not start the processing of the file.',
  who: 'signed-in',
  input: z.object({ id: Id, furtherId: Id }),
  reply: 'bytes',
  errors: ['files.bytes_removed'],
});
