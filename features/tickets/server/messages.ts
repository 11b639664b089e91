import type { Database } from '../../../server/database/connect.ts';
import type { Actor, Deps, Upload } from '../../../server/http/call.ts';
import { notFound } from '../../../server/http/replies.ts';
import { explainRefusal } from '../../files/server/files.ts';
import { reserveForTicket, setTicket, startProcessing } from '../../files/server/file-edits.ts';
import { countUpload } from '../../files/upload-limit/server/upload-limit.ts';
import type { Ticket, TicketMessage } from '../ticket.ts';
import { openTicketRefusal, reopenRefusal, ticketClosed, ticketSubject, tooManyMessages } from '../tickets.rules.ts';
import { getTicket } from './tickets.ts';
import {
  changeTicket,
  insertMessage,
  insertTicket,
  noteLastWriter,
  selectAddressees,
  selectOwner,
  selectTicketMessages,
} from './tickets.queries.ts';
import { can, type Viewer } from '../../../contract/capabilities.ts';
import { type Allowance, computeSecondsUntil, takeAllowance } from '../../../server/database/allowances.ts';
import { portalUrl } from '../../../server/texts.ts';
import { type Mail, greetingOf, nameInMail, postMail } from '../../../server/mail/outbox.ts';
import { listNotifiedBy, notify } from '../../messaging/server/notifications.ts';
import { storedText } from '../../../contract/texts.ts';

interface Arrival {
  message: string;
  upload: Upload | null;
  /** By which its sender's browser recognises it. */
  idempotencyKey: string | null;
}

type Opening = Arrival & { fileId: number };

/** Opens the one ticket that a file may have, with its first message. */
export async function openTicket(deps: Deps, actor: Actor, opening: Opening): Promise<Ticket> {
  const { fileId, upload } = opening;
  if (upload) await deps.storage.keep(upload);
  return deps.db.transaction().execute(async (tx) => {
    const file = await reserveForTicket(tx, actor, fileId);
    if (!file) throw await explainRefusal(tx, actor, fileId, openTicketRefusal);
    const { id } = await insertTicket(tx, { file_id: file.id, subject: ticketSubject(file) }).executeTakeFirstOrThrow();
    await setTicket(tx, file.id, id);
    await write(tx, deps, actor, { ...opening, ticketId: id });
    return getTicket(tx, actor, id);
  });
}

/** Reopens the caller's own closed ticket; the statement's guards decide. The message shows staff the reason. */
export async function reopenOwnTicket(
  deps: Deps,
  actor: Actor,
  { id, message }: { id: number; message: string },
): Promise<Ticket> {
  return deps.db.transaction().execute(async (tx) => {
    const reopened = await changeTicket(tx, actor, id)
      // Closed without a reply, it has not waited for one meanwhile.
      .set({ status: 'OPEN', closing_date: null, awaits_reply: false, awaits_reply_since: null })
      .where('tickets.status', '=', 'CLOSED')
      .where('tickets.user_id', '=', actor.id)
      .returning('id')
      .executeTakeFirst();
    // A ticket that is not there for the actor is 404, whatever else may be wrong.
    if (!reopened) throw reopenRefusal(await getTicket(tx, actor, id, { limit: 1 })) ?? notFound();
    await write(tx, deps, actor, { ticketId: id, message, upload: null, idempotencyKey: null });
    return getTicket(tx, actor, id);
  });
}

/** Adds a message to an open ticket. */
export async function sendMessage(
  deps: Deps,
  actor: Actor,
  { id, ...arrival }: Arrival & { id: number },
): Promise<TicketMessage> {
  if (arrival.upload) await deps.storage.keep(arrival.upload);
  return deps.db.transaction().execute(async (tx) => {
    const written = await write(tx, deps, actor, { ...arrival, ticketId: id });
    if (written !== null) return getMessage(tx, actor, { id, written });
    // A ticket that is not there for the actor is 404, whatever else may be wrong.
    await getTicket(tx, actor, id, { limit: 1 });
    throw ticketClosed();
  });
}

/** Returns the id of the new message; null when the ticket takes none from the actor, whose transaction then ends. */
async function write(
  tx: Database,
  deps: Deps,
  actor: Actor,
  { ticketId, message, upload, idempotencyKey }: Arrival & { ticketId: number },
): Promise<number | null> {
  // The file is locked before its ticket, as by everything else that changes both.
  const place = can(actor, 'files.process') ? await selectOwner(tx, ticketId).executeTakeFirst() : undefined;
  if (place) await startProcessing(tx, actor, place.file_id);
  const written = await insertMessage(tx, actor, {
    ticketId,
    message,
    messageId: idempotencyKey,
    attachment: upload,
  }).executeTakeFirst();
  if (!written) return null;
  const ticket = await selectOwner(tx, ticketId).executeTakeFirstOrThrow();
  await noteLastWriter(tx, ticketId, actor.id);
  await countMessage(tx, deps, actor, ticketId);
  if (upload) await countUpload(tx, deps, actor, upload);
  const isLeft = actor.id === ticket.owner ? ticket.awaits_reply : ticket.has_unread_reply;
  const news = { ticket, owner: ticket.owner, message, attachment: upload?.fileName ?? null };
  await mailNews(tx, deps, actor, isLeft ? news : { ...news, firstId: written.id });
  return written.id;
}

const getMessage = (tx: Database, actor: Actor, { id, written }: { id: number; written: number }) =>
  selectTicketMessages(tx, actor, id).where('m.id', '=', written).executeTakeFirstOrThrow();

const MINUTE_MS = 60_000;

export const CUSTOMER_MESSAGES_PER_MINUTE = 20;
const ADMIN_MESSAGES_PER_MINUTE = 60;
/** Messages of both sides together. */
export const TICKET_MESSAGES_PER_MINUTE = 30;

/** Counts a message that is being written, in the same transaction. Refuses it beyond the limits of user and ticket. */
async function countMessage(
  tx: Database,
  { clock }: Pick<Deps, 'clock'>,
  actor: Viewer,
  ticketId: number,
): Promise<void> {
  const maxPerUser = can(actor, 'tickets.answer') ? ADMIN_MESSAGES_PER_MINUTE : CUSTOMER_MESSAGES_PER_MINUTE;
  const limits: Allowance[] = [
    { subject: `messages:user:${actor.id}`, periodMs: MINUTE_MS, maxUses: maxPerUser },
    { subject: `messages:ticket:${ticketId}`, periodMs: MINUTE_MS, maxUses: TICKET_MESSAGES_PER_MINUTE },
  ];
  for (const limit of limits) {
    const freeAt = await takeAllowance(tx, clock.now(), limit);
    if (freeAt !== null) throw tooManyMessages({ seconds: computeSecondsUntil(freeAt, clock.now()) });
  }
}

/** Several messages within this time cause one mail, unless those before were read; the ticket has them all. */
const ONE_MAIL_PER_MS = 5 * 60_000;

interface ServerEvent {
  ticket: Pick<Ticket, 'id' | 'ticket_id' | 'file_id' | 'subject' | 'username'>;
  /** User id of the customer. */
  owner: number;
  message: string;
  attachment: string | null;
  /** Id of a message before which there was nothing left to read or answer. */
  firstId?: number;
}

/** Notifies the other side in the transaction that writes the message. */
export async function mailNews(tx: Database, deps: Pick<Deps, 'clock' | 'config'>, actor: Actor, news: ServerEvent) {
  const isFromCustomer = actor.id === news.owner;
  const addressees = await selectAddressees(tx, isFromCustomer ? 'administrators' : { customer: news.owner }).execute();
  const window = Math.floor(deps.clock.now().getTime() / ONE_MAIL_PER_MS);
  const kind = isFromCustomer ? 'CUSTOMER_MESSAGE' : 'REPLY';
  const { subject, username: name, file_id: fileId } = news.ticket;
  const ids = addressees.map(({ id }) => id);
  await notify(tx, {
    userIds: ids,
    about: { kind, fileId },
    message: isFromCustomer
      ? storedText('mails.customerNotice', { name, subject })
      : storedText('mails.replyNotice', { subject }),
    url: `${isFromCustomer ? '/admin' : ''}/view-file/${fileId}#ticket`,
    push: {
      title: isFromCustomer ? subject : storedText('tickets.newMessageFromSupport'),
      body: isFromCustomer ? storedText('mails.hasWritten', { name }) : subject,
    },
  });
  const mailedIds = new Set(await listNotifiedBy(tx, 'by_mail', kind, ids));
  for (const { id, email, username } of addressees.filter((one) => mailedIds.has(one.id))) {
    const key = `ticket-message:${news.ticket.id}:${id}:${window}`;
    const mail = mailTo(username, { ...news, isFromCustomer, portal: portalUrl(deps.config) });
    const posted = { to: email, aboutUserId: news.owner, mail };
    const isPosted = await postMail(tx, { ...posted, key });
    if (!isPosted && news.firstId !== undefined) await postMail(tx, { ...posted, key: `${key}:${news.firstId}` });
  }
}

type TicketMail = ServerEvent & { isFromCustomer: boolean; portal: string };

function mailTo(name: string, { ticket, message, attachment, isFromCustomer, portal }: TicketMail): Mail {
  const area = isFromCustomer ? '/admin' : '';
  return {
    subject: storedText('mails.ticketSubject', { id: ticket.ticket_id }),
    greeting: greetingOf(name),
    paragraphs: [
      isFromCustomer
        ? storedText('mails.fromCustomer', { name: nameInMail(ticket.username), subject: ticket.subject })
        : storedText('mails.fromSupport', { subject: ticket.subject }),
      message,
      ...(attachment === null ? [] : [storedText('mails.attached', { file: nameInMail(attachment) })]),
    ],
    action: { label: storedText('mails.readTicket'), url: `${portal}${area}/view-file/${ticket.file_id}#ticket` },
  };
}
