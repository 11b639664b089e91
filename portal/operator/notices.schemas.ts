import * as z from 'zod/mini';
import { Nothing, listOf } from '../fields.schemas.ts';

/**
 * What may be wrong with the portal itself. A new kind needs an entry in web/notice-sentences.tsx, and
 * `raiseNotice` where it is found (or a live source in server/notices.ts).
 */
export const NoticeKind = z.enum([
  /** The disk has less room than the reserve: `free_mb`, `reserve_mb`. */
  'disk.low',
  /** Stored files are missing or damaged: `missing`, `damaged`, `checked`; the files as items. */
  'files.damaged',
  /** The last good backup is older than the schedule allows: `last`, in UTC. */
  'backup.late',
  /** The server's database role owns the tables, and could switch the ledger's guards off: `role`, `server_role`. */
  'database.weak_role',
  /** The database lacks the extension that searches of long lists use. */
  'database.slow_search',
  /** So many stored files belong to no record that none was moved away: `files`, `percent`. */
  'storage.unreferenced',
  /** Nothing can be bought, because no mode is chosen for a public address: `public_url`. */
  'payments.off',
  /** Everybody can make credits on a public address: `public_url`. */
  'payments.test_mode',
  /** Requests come through a proxy that TRUSTED_PROXIES does not name: `address`. */
  'proxy.unknown',
]);
export type NoticeKind = z.output<typeof NoticeKind>;

const NoticeItem = z.object({ text: z.string(), to: z.nullable(z.string()) });
export type NoticeItem = z.output<typeof NoticeItem>;

export const OperatorNotice = z.object({
  kind: NoticeKind,
  /** The values of its sentence. */
  details: z.record(z.string(), z.union([z.string(), z.number()])),
  /** What it is about, one by one; `to` is a path of the portal. */
  items: z.array(NoticeItem),
  raised_at: z.string(),
});
export type OperatorNotice = z.output<typeof OperatorNotice>;

export const listOperatorNotices = {
  input: Nothing,
  reply: listOf(OperatorNotice),
};
