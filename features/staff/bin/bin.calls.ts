import * as z from 'zod/mini';
import { endpoint } from '../../../contract/endpoint.ts';
import { RecordId, boundedList, chosen } from '../../../contract/fields.ts';
import { SearchText } from '../../../contract/pages.ts';
import { refusal } from '../../../contract/refusal.ts';
import { BinKind } from '../restore/restore.calls.ts';

/** Days that deleted records wait in the bin; after that they can no longer be restored. */
export const BIN_DAYS = 30;

/** At most this many deletions are listed, newest first; searching by part of a name finds older ones. */
export const BIN_SHOWN = 200;

/** A deleted record that can be restored until `until`. */
export const BinItem = z.object({
  kind: BinKind,
  id: RecordId,
  name: z.string(),
  /** The e-mail address of a user, the name of a file, or the beginning of a saved reply. */
  detail: z.string(),
  deleted_at: z.string(),
  until: z.string(),
  /** Who deleted it; null where the audit list names no administrator. */
  deleted_by: z.nullable(z.string()),
  /** Id of that administrator's record; null once the account is deleted. */
  open_user_id: z.nullable(RecordId),
});
export type BinItem = z.output<typeof BinItem>;

export const listBin = endpoint({
  method: 'GET',
  path: '/bin',
  summary: 'List the bin',
  description: 'Users, files, solutions and saved replies that were deleted within 30 days.',
  who: 'bin.restore',
  input: z.object({ kind: chosen(BinKind), q: chosen(SearchText) }),
  reply: z.object({
    /** The deleted records, newest first. */
    items: boundedList(BinItem, BIN_SHOWN),
    /** Number of deleted records of each kind, regardless of the filter. */
    counts: z.object({ USER: z.int(), FILE: z.int(), SOLUTION: z.int(), SAVED_REPLY: z.int() }),
  }),
});

export const addressTaken = refusal('errors.bin.address_taken');
