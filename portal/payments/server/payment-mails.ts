import type { Transaction } from 'kysely';
import { portalUrl } from '../../../server/config.ts';
import type { Schema } from '../../../server/database/schema.ts';
import type { Deps } from '../../../server/http/call.ts';
import { nameInMail } from '../../../server/mail/name-in-mail.ts';
import { postMail } from '../../../server/mail/outbox.ts';
import { notify } from '../../messaging/server/notifications.ts';
import type { Refusal } from '../../refusal.ts';

type Tx = Transaction<Schema>;
type Config = Pick<Deps, 'config'>;
type Reader = { id: number; username: string; email: string; status: string };

const credits = (cents: number) => `${(Math.abs(cents) / 100).toFixed(2)} CRS`;

interface Credited {
  buyer: Reader;
  reference: string;
  amountCents: number;
  isTest: boolean;
  file: { id: number; file_id: string } | null;
  paid: 'PAID' | Refusal | null;
}

/** The credits are there, and whether the file they were bought for is paid with them. */
export function notifyCredited(tx: Tx, deps: Config, { buyer, reference, amountCents, isTest, file, paid }: Credited) {
  const test = isTest ? ' (test payment)' : '';
  const paragraphs = [`Your payment ${reference} of ${(amountCents / 100).toFixed(2)} EUR has arrived${test}.`];
  if (file && paid === 'PAID')
    paragraphs.push(`Your file ${file.file_id} is paid with it, and ready to be downloaded.`);
  if (file && paid !== null && paid !== 'PAID') {
    paragraphs.push(`Your file ${file.file_id} could not be paid with it: ${paid.message}`);
  }
  return notifyByMail(tx, deps, {
    key: `payment:${reference}:Completed`,
    user: buyer,
    subject: `${credits(amountCents)} were added to your balance${test}`,
    paragraphs,
    path: file ? `/view-file/${file.id}` : '/my-credits-history',
  });
}

interface Moved {
  key: string;
  user: Reader;
  amountCents: number;
  /** Why, as the ledger has it. */
  why: string;
}

export const notifyReversed = (tx: Tx, deps: Config, { key, user, amountCents, why }: Moved) =>
  notifyByMail(tx, deps, {
    key,
    user,
    subject: `${credits(amountCents)} were taken back from your balance (${why})`,
    paragraphs: [
      `${credits(amountCents)} that you had paid for were taken back from your balance.`,
      `The reason: ${why}.`,
    ],
    path: '/my-credits-history',
  });

export const notifyReversalCanceled = (tx: Tx, deps: Config, { key, user, amountCents, why }: Moved) =>
  notifyByMail(tx, deps, {
    key,
    user,
    subject: `${credits(amountCents)} are back on your balance (${why})`,
    paragraphs: [`${credits(amountCents)} that had been taken back are on your balance again.`, `The reason: ${why}.`],
    path: '/my-credits-history',
  });

interface PaymentMail {
  key: string;
  user: Reader;
  subject: string;
  paragraphs: string[];
  path: string;
}

/** In the portal and by mail; a user without access to the portal reads the mail. */
async function notifyByMail(
  tx: Tx,
  { config }: Config,
  { key, user, subject, paragraphs, path }: PaymentMail,
): Promise<void> {
  await notify(tx, { userIds: [user.id], message: subject, url: path });
  await postMail(tx, {
    key,
    to: user.email,
    mail: {
      subject,
      greeting: `Hello ${nameInMail(user.username)},`,
      paragraphs,
      action: { label: 'Open the portal', url: `${portalUrl(config)}${path}` },
    },
  });
}
