import * as z from 'zod/mini';
import { Id, RecordId, listOf, downloadOf } from '../../../contract/fields.schemas.ts';
import { invalid } from '../../../contract/texts.ts';
import { FURTHER_KINDS, MOST_FURTHER_FILES } from './further-files.list.ts';

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

export const listFurtherFiles = {
  input: z.object({ id: Id }),
  reply: listOf(FurtherFile, MOST_FURTHER_FILES),
};

export const addFurtherFile = {
  input: z.object({ id: Id, kind: FurtherKind }),
  reply: FurtherFile,
};

export const downloadFurtherFile = downloadOf(z.object({ id: Id, furtherId: Id }));
