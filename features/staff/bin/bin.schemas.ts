import * as z from 'zod/mini';
import { Done, Id, RecordId, chosen, listOf } from '../../../contract/fields.schemas.ts';
import { SearchText } from '../../../contract/pages.schemas.ts';
import { BIN_KINDS, BIN_SHOWN } from './bin.list.ts';

export const BinKind = z.enum(BIN_KINDS);
export type BinKind = z.output<typeof BinKind>;

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

export const listBin = {
  input: z.object({ kind: chosen(BinKind), q: chosen(SearchText) }),
  reply: z.object({
    /** The deleted records, newest first. */
    items: listOf(BinItem, BIN_SHOWN),
    /** Number of deleted records of each kind, regardless of the filter. */
    counts: z.object({ USER: z.int(), FILE: z.int(), SOLUTION: z.int(), SAVED_REPLY: z.int() }),
  }),
};

export const restoreFromBin = {
  input: z.object({ kind: BinKind, id: Id }),
  reply: Done,
};
