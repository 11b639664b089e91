import type { Transaction } from 'kysely';
import { portalUrl } from '../../../server/texts.ts';
import type { Schema } from '../../../server/database/schema.ts';
import type { Deps } from '../../../server/http/call.ts';
import { greetingOf, postMail } from '../../../server/mail/outbox.ts';
import { selectActiveUsersWith } from '../../../server/database/active-users.ts';
import { notify } from '../../messaging/server/notifications.ts';
import type { Refusal } from '../../../contract/refusal.ts';
import { formatValues, storedText, type StoredText } from '../../../contract/texts.ts';

type Tx = Transaction<Schema>;
type Config = Pick<Deps, 'config'>;
type Reader = { id: number; username: string; email: string };

const amountOf = (cents: number) => ({ cents: Math.abs(cents) });

interface Credited {
  buyer: Reader;
  reference: string;
  amountCents: number;
  isTest: boolean;
  file: { id: number; file_id: string } | null;
  paid: 'PAID' | Refusal | null;
}

/** Notifies the buyer that the credits are there, and whether the file they were bought for is paid with them. */
export function notifyCredited(tx: Tx, deps: Config, { buyer, reference, amountCents, isTest, file, paid }: Credited) {
  const amount = amountOf(amountCents);
  const paragraphs = [storedText(isTest ? 'mails.creditedTest' : 'mails.credited', { reference, amount })];
  if (file && paid === 'PAID') paragraphs.push(storedText('mails.filePaid', { id: file.file_id }));
  if (file && paid !== null && paid !== 'PAID') {
    paragraphs.push(
      storedText('mails.fileNotPaid', { id: file.file_id, reason: storedText(paid.key, formatValues(paid.values)) }),
    );
  }
  return notifyByMail(tx, deps, {
    key: `payment:${reference}:Completed`,
    user: buyer,
    subject: storedText(isTest ? 'mails.creditedTestSubject' : 'mails.creditedSubject', { amount }),
    paragraphs,
    path: file ? `/view-file/${file.id}` : '/my-credits-history',
  });
}

interface Moved {
  key: string;
  user: Reader;
  amountCents: number;
  why: StoredText;
}

export const notifyReversed = (tx: Tx, deps: Config, { key, user, amountCents, why }: Moved) =>
  notifyByMail(tx, deps, {
    key,
    user,
    subject: storedText('mails.reversedSubject', { amount: amountOf(amountCents), why }),
    paragraphs: [storedText('mails.reversed', { amount: amountOf(amountCents) }), storedText('mails.reason', { why })],
    path: '/my-credits-history',
  });

export const notifyReversalCanceled = (tx: Tx, deps: Config, { key, user, amountCents, why }: Moved) =>
  notifyByMail(tx, deps, {
    key,
    user,
    subject: storedText('mails.returnedSubject', { amount: amountOf(amountCents), why }),
    paragraphs: [storedText('mails.returned', { amount: amountOf(amountCents) }), storedText('mails.reason', { why })],
    path: '/my-credits-history',
  });

/** Reports to everyone who reviews payments that the provider has confirmed one that nothing was booked for. */
export async function notifyReviewers(tx: Tx, deps: Config, { id, reference }: { id: number; reference: string }) {
  const subject = storedText('mails.paymentReviewSubject', { reference });
  for (const user of await selectActiveUsersWith(tx, 'payments.review').execute()) {
    await notifyByMail(tx, deps, {
      key: `payment-review:${id}:${user.id}`,
      user,
      subject,
      paragraphs: [storedText('mails.paymentReview')],
      path: '/admin/payments',
    });
  }
}

interface PaymentMail {
  key: string;
  user: Reader;
  subject: StoredText;
  paragraphs: StoredText[];
  path: string;
}

/** Notifies in the portal and by mail; the mail also reaches users without access to the portal. */
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
      greeting: greetingOf(user.username),
      paragraphs,
      action: { label: storedText('mails.openPortal'), url: `${portalUrl(config)}${path}` },
    },
  });
}
