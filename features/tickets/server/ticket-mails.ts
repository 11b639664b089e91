import { portalUrl } from '../../../server/config.ts';
import type { Database } from '../../../server/database/connect.ts';
import type { Actor, Deps } from '../../../server/http/call.ts';
import { greetingOf, type Mail } from '../../../server/mail/mail-text.ts';
import { nameInMail } from '../../../server/mail/name-in-mail.ts';
import { postMail } from '../../../server/mail/outbox.ts';
import { listNotifiedBy } from '../../messaging/server/notification-choices.ts';
import { notify } from '../../messaging/server/notifications.ts';
import { storedText } from '../../../contract/texts.ts';
import type { Ticket } from '../ticket.ts';
import { selectAddressees } from './tickets.queries.ts';

/** Several messages within this time cause one mail; the ticket has them all. */
const ONE_MAIL_PER_MS = 5 * 60_000;

interface ServerEvent {
  ticket: Pick<Ticket, 'id' | 'ticket_id' | 'file_id' | 'subject' | 'username'>;
  /** User id of the customer. */
  owner: number;
  message: string;
  attachment: string | null;
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
    await postMail(tx, {
      key: `ticket-message:${news.ticket.id}:${id}:${window}`,
      to: email,
      aboutUserId: news.owner,
      mail: mailTo(username, { ...news, isFromCustomer, portal: portalUrl(deps.config) }),
    });
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
