import { setTimeout } from 'node:timers/promises';
import type { Database } from '../../../server/database/connect.ts';
import { sanitiseMailBody, textOfMailBody } from '../../../server/html/sanitise.ts';
import type { Actor, Deps } from '../../../server/http/call.ts';
import { notFound } from '../../../server/http/replies.ts';
import { sendJob } from '../../../server/jobs.ts';
import { wrapMail } from '../../../server/mail/outbox.ts';
import { type Send, openMailTransport } from '../../../server/mail/transport.ts';
import { findShopName } from '../../../server/texts.ts';
import type { EmailFields } from '../message-fields.ts';
import { emptyBody, unknownAddress } from '../messaging.calls.ts';
import { MAX_ADDRESSES, type MailRecipient, type Mailing, type MailingReport } from '../emails.calls.ts';
import {
  insertMailing,
  insertMails,
  refuse,
  selectAddresses,
  selectDeliveries,
  selectMailRecipients,
  selectMailings,
  selectWaiting,
} from './mailings.queries.ts';
import { deliverAccountMail, deliverMail } from '../../../server/mail/deliver.ts';
import { isAboutTheMail, isFinal, isTurnedAway } from '../../../server/mail/mail-faults.ts';

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
const refuseWaiting = (db: Database, id: number, trouble: string) => refuse(db, 'mailing_id', id, trouble).execute();

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

/**
 * Mails on their way at once: enough not to wait for each round trip to the mail server, too few to look like a flood.
 * Shared by all mailings, because a mail on its way holds a connection to the database, which everybody else needs,
 * too.
 */
const LANES = 4;

let free = LANES;
const waitingForLane: (() => void)[] = [];

async function inLane<Result>(work: () => Promise<Result>): Promise<Result> {
  if (free > 0) free -= 1;
  else await new Promise<void>((go) => void waitingForLane.push(go));
  try {
    return await work();
  } finally {
    const next = waitingForLane.shift();
    if (next) next();
    else free += 1;
  }
}

/** After this many failed connections in a row the server counts as down, whatever the recipient. */
const FAILURES_IN_A_ROW = 5;
/** Pause of the last lane after a failure: the server may still be closing the previous connection. */
const PAUSE_MS = 250;

interface MailingRun {
  id: number;
  /** A mail that the mail server does not take now is not offered again. */
  isLastTry: boolean;
  /** Ends the delivery between two mails. */
  signal: AbortSignal;
}

/**
 * Offers every waiting mail of a mailing to the mail server once. Returns null, or why the server could not be asked
 * and the rest was not tried.
 */
async function deliverAll(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  send: Send,
  { id, isLastTry, signal }: MailingRun,
): Promise<string | null> {
  const waiting = (await selectWaiting(db, id).execute()).map((mail) => mail.id);
  const putBack = new Set<number>();
  let lanes = LANES;
  let failures = 0;
  let trouble: string | null = null;

  /** A failed connection counts against its mail only, and not against mails that were never offered. */
  const fail = async (mail: number, error: unknown): Promise<Then> => {
    failures += 1;
    if (failures >= FAILURES_IN_A_ROW) trouble ??= error instanceof Error ? error.message : String(error);
    const isTooMany = isTurnedAway(error);
    if (isTooMany && !putBack.has(mail)) {
      putBack.add(mail);
      waiting.push(mail);
    } else if (isLastTry) await refuse(db, 'id', mail).execute();
    if (lanes === 1) return 'pause';
    if (!isTooMany) return 'next';
    // The other lanes take over its work: the server accepts fewer connections at once.
    lanes -= 1;
    return 'end';
  };

  const deliverNext = async (): Promise<Then> => {
    // A user waits for account mails, but not for a mailing.
    if (trouble === null && !signal.aborted && (await deliverAccountMail({ db, clock }, send))) return 'next';
    const mail = trouble === null && !signal.aborted ? waiting.shift() : undefined;
    if (mail === undefined) {
      lanes -= 1;
      return 'end';
    }
    try {
      await deliverMail({ db, clock }, send, mail);
    } catch (error) {
      if (!isAboutTheMail(error)) return fail(mail, error);
      if (isLastTry || isFinal(error)) await refuse(db, 'id', mail).execute();
    }
    failures = 0;
    return 'next';
  };

  const lane = async () => {
    for (let then: Then = 'next'; then !== 'end';) {
      then = await inLane(deliverNext);
      if (then === 'pause') await setTimeout(PAUSE_MS);
    }
  };
  await Promise.all(Array.from({ length: LANES }, lane));
  return trouble;
}

/** What a lane does after a mail. */
type Then = 'next' | 'pause' | 'end';
