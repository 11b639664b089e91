import * as z from 'zod/mini';
import { Done, Id, RecordId, chosen, listOf } from '../fields.schemas.ts';
import { SearchText } from '../pages.schemas.ts';
import { BIN_KINDS, BIN_SHOWN } from './bin.list.ts';

export const BinKind = z.enum(BIN_KINDS);
export type BinKind = z.output<typeof BinKind>;

/** Something that was deleted and can be restored until `until`. */
export const BinItem = z.object({
  kind: BinKind,
  id: RecordId,
  name: z.string(),
  /** Of a user the e-mail address, of a file its name, of a saved reply how it begins. */
  detail: z.string(),
  deleted_at: z.string(),
  until: z.string(),
  /** Who deleted it; null where the audit list has no administrator. */
  deleted_by: z.nullable(z.string()),
  /** The record of that administrator; null once the account is deleted. */
  open_user_id: z.nullable(RecordId),
});
export type BinItem = z.output<typeof BinItem>;

export const listBin = {
  input: z.object({ kind: chosen(BinKind), q: chosen(SearchText) }),
  reply: z.object({
    /** The newest deletions first. */
    items: listOf(BinItem, BIN_SHOWN),
    /** How many there are of each kind, whatever the filter. */
    counts: z.object({ USER: z.int(), FILE: z.int(), SOLUTION: z.int(), SAVED_REPLY: z.int() }),
  }),
};

export const restoreFromBin = {
  input: z.object({ kind: BinKind, id: Id }),
  reply: Done,
};
