import { postMail } from '../../../../server/mail/outbox.ts';
import type { SoakPortal } from '../../soak-portal.ts';
import type { Accepted } from './faulty-smtp.ts';

export interface Sender {
  portal: SoakPortal;
  /** The token of an administrator, and the addresses of verified users to whom a mailing may go. */
  admin: string;
  addresses: readonly string[];
}

/** Posts single mails to these addresses, each in its own transaction like the portal's events. */
export async function postMails({ portal }: Sender, event: string, addresses: readonly string[]): Promise<void> {
  const mail = { subject: `Mail of ${event}`, greeting: 'Hello,', paragraphs: ['It can be downloaded.'] };
  for (const [at, to] of addresses.entries())
    await portal.db.transaction().execute((tx) => postMail(tx, { key: `soak:${event}:${at}`, to, mail }));
}

/** Sends one mailing of an administrator to several users, through the portal's own call. */
export async function postMailing({ portal, admin, addresses }: Sender, event: string): Promise<void> {
  const { status } = await fetch(`${portal.url}/api/emails/send/async`, {
    method: 'POST',
    headers: { authorization: `Bearer ${admin}`, 'content-type': 'application/json' },
    body: JSON.stringify({ subject: `Mailing of ${event}`, body: '<p>New prices.</p>', recipients: addresses }),
  });
  if (status !== 200) throw new Error(`the mailing of ${event} was replied to with ${status}`);
}

export interface Outbox {
  queued: number;
  waiting: number;
  sent: number;
  retried: number;
  failed: number;
  lastErrors: string[];
}

/** Reads the portal's own records of mails with an id above `after`. */
export async function readOutbox(
  { db }: SoakPortal,
  after: number,
): Promise<Outbox & { lastId: number; ids: number[] }> {
  const mails = await db
    .selectFrom('mails')
    .select(['id', 'sent_at', 'refused_at', 'attempts', 'last_error'])
    .where('id', '>', after)
    .orderBy('id')
    .execute();
  const failed = mails.filter(({ refused_at }) => refused_at !== null);
  return {
    queued: mails.length,
    sent: mails.filter(({ sent_at }) => sent_at !== null).length,
    waiting: mails.filter(({ sent_at, refused_at }) => sent_at === null && refused_at === null).length,
    retried: mails.filter(({ attempts }) => attempts > 1).length,
    failed: failed.length,
    lastErrors: failed.map(({ last_error }) => last_error ?? ''),
    lastId: mails.at(-1)?.id ?? after,
    ids: mails.filter(({ sent_at }) => sent_at !== null).map(({ id }) => id),
  };
}

/** Counts how often each mail was accepted, by its message id. */
export function countArrivals(accepted: readonly Accepted[]): Map<string, number> {
  const arrivals = new Map<string, number>();
  for (const { id } of accepted) arrivals.set(id, (arrivals.get(id) ?? 0) + 1);
  return arrivals;
}
