import { handle, handleList } from '../../../server/http/call.ts';
import * as queue from '../queue.calls.ts';
import * as contract from '../tickets.calls.ts';
import * as replies from '../queue.calls.ts';
import { openTicket, reopenOwnTicket, sendMessage } from './messages.ts';
import { deleteSavedReply, listQueue, listSavedReplies, nextInQueue, saveReply } from './queue.ts';
import {
  assignSelectedTickets,
  closeSelectedTickets,
  describeSelectedTickets,
  notifyTicketOwners,
} from './selected-tickets.ts';
import { downloadTicketsCsv, listTicketPage } from './ticket-list.ts';
import { closeTicket, downloadAttachment, getTicket, listTickets, listUserTickets, reopenTicket } from './tickets.ts';

export const ticketsRoutes = [
  handle(contract.listUserTickets, ({ deps, actor, input }) => listUserTickets(deps, actor, input)),
  handleList(contract.listTickets, {
    sources: ['tickets', 'files', 'users'],
    readAll: ({ deps, actor }) => listTickets(deps.db, actor),
    readPage: ({ deps, actor, input }) => listTicketPage(deps, actor, input),
  }),
  handle(contract.downloadTicketsCsv, ({ deps, actor, input }) => downloadTicketsCsv(deps, actor, input)),
  handle(contract.describeSelectedTickets, ({ deps, actor, input }) => describeSelectedTickets(deps, actor, input)),
  handle(contract.closeSelectedTickets, ({ deps, actor, input }) => closeSelectedTickets(deps, actor, input)),
  handle(contract.notifyTicketOwners, ({ deps, actor, input }) => notifyTicketOwners(deps, actor, input)),
  handle(contract.getTicket, ({ deps, actor, input }) => getTicket(deps.db, actor, input.id, input)),
  handle(contract.openTicket, ({ deps, actor, input, upload, idempotencyKey }) =>
    openTicket(deps, actor, { ...input, upload, idempotencyKey }),
  ),
  handle(contract.sendMessage, ({ deps, actor, input, upload, idempotencyKey }) =>
    sendMessage(deps, actor, { ...input, upload, idempotencyKey }),
  ),
  handle(contract.downloadAttachment, ({ deps, actor, input }) => downloadAttachment(deps, actor, input)),
  handle(contract.closeTicket, ({ deps, actor, input }) => closeTicket(deps, actor, input.id)),
  handle(queue.listQueue, ({ deps, actor }) => listQueue(deps, actor)),
  handle(queue.nextInQueue, ({ deps, actor, input }) => nextInQueue(deps, actor, input.after)),
  handle(replies.listSavedReplies, ({ deps }) => listSavedReplies(deps)),
  handle(replies.saveReply, ({ deps, actor, input }) => saveReply(deps, actor, input)),
  handle(replies.deleteSavedReply, ({ deps, actor, input }) => deleteSavedReply(deps, actor, input.id)),
  handle(contract.reopenOwnTicket, ({ deps, actor, input }) => reopenOwnTicket(deps, actor, input)),
  handle(contract.reopenTicket, ({ deps, actor, input }) => reopenTicket(deps, actor, input.id)),
  handle(queue.assignSelectedTickets, ({ deps, actor, input }) => assignSelectedTickets(deps, actor, input)),
];
