import * as z from 'zod/mini';
import { endpoint } from '../../../contract/endpoint.ts';
import { Nothing, boundedList } from '../../../contract/fields.ts';

/**
 * Everything that can be wrong with the portal itself. A new kind needs an entry in web/notice-sentences.tsx, and a
 * `raiseNotice` where the problem is found (or a live source in server/notices.ts).
 */
export const NoticeKind = z.enum([
  /** The disk has less free space than the reserve: `free_mb`, `reserve_mb`. */
  'disk.low',
  /** Stored files are missing or damaged: `missing`, `damaged`, `checked`; the items list the files. */
  'files.damaged',
  /** The last good backup is older than the schedule allows: `last`; empty: there is none. */
  'backup.late',
  /** The server's database role owns the tables, and could switch the ledger's guards off: `role`, `server_role`. */
  'database.weak_role',
  /** The database lacks the extension that searches of long lists use. */
  'database.slow_search',
  /** So many stored files belong to no record that none of them was moved away: `files`, `percent`. */
  'storage.unreferenced',
  /** Nothing can be bought, because no payment mode is chosen and the address is public: `public_url`. */
  'payments.off',
  /** Anyone can create credits, because the test mode is on and the address is public: `public_url`. */
  'payments.test_mode',
  /** Requests come through a proxy that TRUSTED_PROXIES does not name: `address`, `seen_at`. */
  'proxy.unknown',
  /** Webhooks were switched off, because they accepted nothing for five days; the items name them. */
  'webhooks.disabled',
]);
export type NoticeKind = z.output<typeof NoticeKind>;

const NoticeItem = z.object({ text: z.string(), to: z.nullable(z.string()) });
export type NoticeItem = z.output<typeof NoticeItem>;

export const OperatorNotice = z.object({
  kind: NoticeKind,
  /** The values for its sentence. */
  details: z.record(z.string(), z.union([z.string(), z.number()])),
  /** The things it is about, one by one; `to` is a path of the portal. */
  items: z.array(NoticeItem),
  raised_at: z.string(),
});
export type OperatorNotice = z.output<typeof OperatorNotice>;

export const listOperatorNotices = endpoint({
  method: 'GET',
  path: '/operator/notices',
  summary: 'List notices of the operator',
  description: 'Current problems of the portal itself.',
  who: 'operator.read-notices',
  polled: true,
  input: Nothing,
  reply: boundedList(OperatorNotice),
});
