import type { Database } from '../../../server/database/connect.ts';
import { sanitiseMailBody, textOfMailBody } from '../../../server/html/mail-body.ts';
import type { Actor, Deps } from '../../../server/http/call.ts';
import { notFound } from '../../../server/http/replies.ts';
import { sendJob } from '../../../server/jobs.ts';
import { wrapMail } from '../../../server/mail/mail-text.ts';
import { openMailTransport, type Send } from '../../../server/mail/transport.ts';
import { findShopName } from '../../../server/shop-name.ts';
import { type EmailFields, emptyBody, unknownAddress } from '../message-fields.ts';
import { type Mailing, type MailingReport, type MailRecipient, MAX_ADDRESSES } from '../emails.calls.ts';
import { deliverAll } from './deliver-mailing.ts';
import {
  insertMailing,
  insertMails,
  refuse,
  selectAddresses,
  selectDeliveries,
  selectMailings,
  selectMailRecipients,
  selectWaiting,
} from './mailings.queries.ts';

export const listAddresses = async (db: Database): Promise<string[]> =>
  (await selectAddresses(db).limit(MAX_ADDRESSES).execute()).map(({ email }) => email);

export const listMailRecipients = (db: Database): Promise<MailRecipient[]> =>
  selectMailRecipients(db).limit(MAX_ADDRESSES).execute();

/** A browser waits for 150 seconds; a silent mail server is given 30 of them for each mail. */
const REPLY_TIMEOUT_MS = 100_000;
/** If the server is killed midway, what is left is sent after this. */
const SAFETY_SECONDS = 180;
/** A mail sent later than this would be about something that is over. */
const GIVE_UP_AFTER_MS = 2 * 24 * 3_600_000;

/** Sends the mails and waits: each is offered once, and the response has the outcome. */
export async function sendEmails(
  deps: Deps,
  actor: Actor,
  fields: EmailFields,
): Promise<MailingReport & { message: string }> {
  const id = await postMailing(deps, actor, { fields, afterSeconds: SAFETY_SECONDS });
  const send = openMailTransport(deps.config);
  const signal = AbortSignal.timeout(REPLY_TIMEOUT_MS);
  const trouble = await deliverAll(deps, send, { id, isLastTry: true, signal }).finally(() => send.close());
  if (trouble !== null) await refuseWaiting(deps.db, id, trouble);
  const report = await getMailing(deps, id);
  return { ...report, message: describeMailing(report.mailing) };
}

function describeMailing({ total, sent, saved }: Mailing): string {
  if (saved > 0) return `No mail server is set. ${saved} of ${total} e-mails were saved in the outbox and not sent.`;
  return sent === total ? 'Emails sent successfully!' : `${sent} of ${total} e-mails were sent.`;
}

/** For a mail server that cannot be asked at all: no mail that was reported to the sender stays waiting. */
async function refuseWaiting(db: Database, id: number, trouble: string): Promise<void> {
  const waiting = await selectWaiting(db, id).execute();
  await refuse(
    db,
    waiting.map((mail) => mail.id),
    trouble,
  ).execute();
}

export async function sendEmailsAsync(
  deps: Deps,
  actor: Actor,
  fields: EmailFields,
): Promise<{ message: string; mailing_id: number; stays_here: boolean }> {
  const mailing_id = await postMailing(deps, actor, { fields, afterSeconds: 0 });
  const stays_here = deps.config.smtpUrl === null;
  const message = stays_here
    ? 'No mail server is set. The e-mails are saved in the outbox and not sent.'
    : 'Emails async started successfully!';
  return { message, mailing_id, stays_here };
}

/** Posts the mail to all named recipients, or to none. */
async function postMailing(
  { db }: Deps,
  actor: Actor,
  { fields, afterSeconds }: { fields: EmailFields; afterSeconds: number },
): Promise<number> {
  const { subject } = fields;
  const body = sanitiseMailBody(fields.body);
  const text_body = textOfMailBody(body);
  if (text_body === '') throw emptyBody();
  const addresses = [...new Set(fields.recipients.map((address) => address.toLowerCase()))];
  return db.transaction().execute(async (tx) => {
    const html_body = wrapMail(subject, body, { shop: await findShopName(tx) });
    const mailing = { user_id: actor.id, subject, html_body, text_body };
    const { id } = await insertMailing(tx, mailing).executeTakeFirstOrThrow();
    const mails = await insertMails(tx, id, { subject, addresses }).execute();
    if (mails.length !== addresses.length) throw unknownAddress();
    await sendJob(tx, 'send-mailing', id, { afterSeconds });
    return id;
  });
}

/** The job of a mailing: sends what waits. Throws while mails still wait, and is then run again later. */
export async function continueMailing(
  deps: Pick<Deps, 'db' | 'clock'>,
  send: Send,
  { id, signal }: { id: number; signal: AbortSignal },
): Promise<void> {
  const mailing = await selectMailings(deps.db).where('mailings.id', '=', id).executeTakeFirst();
  if (!mailing) return;
  const isLastTry = deps.clock.now().getTime() - Date.parse(mailing.created_at) > GIVE_UP_AFTER_MS;
  const trouble = await deliverAll(deps, send, { id, isLastTry, signal });
  if (trouble !== null && isLastTry) await refuseWaiting(deps.db, id, trouble);
  const waiting = await selectWaiting(deps.db, id).execute();
  if (waiting.length > 0) throw new Error(`${waiting.length} mails of mailing ${id} wait: ${trouble ?? 'later'}`);
}

/** More than anyone looks back at. */
const MAX_LISTED = 20;

export const listMailings = (db: Database): Promise<Mailing[]> => selectMailings(db).limit(MAX_LISTED).execute();

export async function getMailing({ db, config }: Pick<Deps, 'db' | 'config'>, id: number): Promise<MailingReport> {
  const mailing = await selectMailings(db).where('mailings.id', '=', id).executeTakeFirst();
  if (!mailing) throw notFound();
  const deliveries = await selectDeliveries(db, id).execute();
  return { stays_here: config.smtpUrl === null, mailing, deliveries };
}
