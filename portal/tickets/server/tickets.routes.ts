import { outcome, handleList } from '../../../server/http/call.ts';
import * as assignment from '../assignment.contract.ts';
import * as contract from '../tickets.contract.ts';
import * as queue from '../queue.contract.ts';
import * as replies from '../replies.contract.ts';
import { assignSelectedTickets } from './assignment.ts';
import { openTicket, reopenOwnTicket, sendMessage } from './messages.ts';
import { deleteSavedReply, listSavedReplies, nextInQueue, saveReply } from './queue.ts';
import { closeSelectedTickets, describeSelectedTickets, notifyTicketOwners } from './selected-tickets.ts';
import { listTicketPage } from './ticket-list.ts';
import { downloadTicketsCsv } from './tickets-csv.ts';
import { closeTicket, downloadAttachment, getTicket, listTickets, listUserTickets, reopenTicket } from './tickets.ts';

export const ticketsRoutes = [
  outcome(contract.listUserTickets, ({ deps, actor, input }) => listUserTickets(deps, actor, input.id)),
  handleList(contract.listTickets, {
    sources: ['tickets', 'files', 'users'],
    readAll: ({ deps, actor }) => listTickets(deps.db, actor),
    readPage: ({ deps, actor, input }) => listTicketPage(deps, actor, input),
  }),
  outcome(contract.downloadTicketsCsv, ({ deps, actor, input }) => downloadTicketsCsv(deps, actor, input)),
  outcome(contract.describeSelectedTickets, ({ deps, actor, input }) => describeSelectedTickets(deps, actor, input)),
  outcome(contract.closeSelectedTickets, ({ deps, actor, input }) => closeSelectedTickets(deps, actor, input)),
  outcome(contract.notifyTicketOwners, ({ deps, actor, input }) => notifyTicketOwners(deps, actor, input)),
  outcome(contract.getTicket, ({ deps, actor, input }) => getTicket(deps.db, actor, input.id, input)),
  outcome(contract.openTicket, ({ deps, actor, input, upload, idempotencyKey }) =>
    openTicket(deps, actor, { ...input, upload, idempotencyKey }),
  ),
  outcome(contract.sendMessage, ({ deps, actor, input, upload, idempotencyKey }) =>
    sendMessage(deps, actor, { ...input, upload, idempotencyKey }),
  ),
  outcome(contract.downloadAttachment, ({ deps, actor, input }) => downloadAttachment(deps, actor, input)),
  outcome(contract.closeTicket, ({ deps, actor, input }) => closeTicket(deps, actor, input.id)),
  outcome(queue.nextInQueue, ({ deps, actor, input }) => nextInQueue(deps, actor, input.after)),
  outcome(replies.listSavedReplies, ({ deps }) => listSavedReplies(deps)),
  outcome(replies.saveReply, ({ deps, actor, input }) => saveReply(deps, actor, input)),
  outcome(replies.deleteSavedReply, ({ deps, actor, input }) => deleteSavedReply(deps, actor, input.id)),
  outcome(contract.reopenOwnTicket, ({ deps, actor, input }) => reopenOwnTicket(deps, actor, input)),
  outcome(contract.reopenTicket, ({ deps, actor, input }) => reopenTicket(deps, actor, input.id)),
  outcome(assignment.assignSelectedTickets, ({ deps, actor, input }) => assignSelectedTickets(deps, actor, input)),
];
