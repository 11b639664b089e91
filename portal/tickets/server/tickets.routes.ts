import { answer, answerList } from '../../../server/http/call.ts';
import * as contract from '../tickets.contract.ts';
import * as queue from '../queue.contract.ts';
import * as replies from '../replies.contract.ts';
import { openTicket, sendMessage } from './messages.ts';
import { deleteSavedReply, listSavedReplies, nextInQueue, saveReply } from './queue.ts';
import { closeSelectedTickets, describeSelectedTickets, notifyTicketOwners } from './selected-tickets.ts';
import { listTicketPage } from './ticket-list.ts';
import { downloadTicketsCsv } from './tickets-csv.ts';
import { closeTicket, downloadAttachment, getTicket, listTickets, listUserTickets, reopenTicket } from './tickets.ts';

export const ticketsAnswers = [
  answer(contract.listUserTickets, ({ deps, actor, input }) => listUserTickets(deps, actor, input.id)),
  answerList(contract.listTickets, {
    sources: ['tickets', 'files', 'users'],
    readAll: ({ deps, actor }) => listTickets(deps.db, actor),
    readPage: ({ deps, input }) => listTicketPage(deps.db, input),
  }),
  answer(contract.downloadTicketsCsv, ({ deps, input }) => downloadTicketsCsv(deps, input)),
  answer(contract.describeSelectedTickets, ({ deps, input }) => describeSelectedTickets(deps.db, input)),
  answer(contract.closeSelectedTickets, ({ deps, input }) => closeSelectedTickets(deps, input)),
  answer(contract.notifyTicketOwners, ({ deps, input }) => notifyTicketOwners(deps, input)),
  answer(contract.getTicket, ({ deps, actor, input }) => getTicket(deps.db, actor, input.id, input)),
  answer(contract.openTicket, ({ deps, actor, input, upload, idempotencyKey }) =>
    openTicket(deps, actor, { ...input, upload, idempotencyKey }),
  ),
  answer(contract.sendMessage, ({ deps, actor, input, upload, idempotencyKey }) =>
    sendMessage(deps, actor, { ...input, upload, idempotencyKey }),
  ),
  answer(contract.downloadAttachment, ({ deps, actor, input }) => downloadAttachment(deps, actor, input)),
  answer(contract.closeTicket, ({ deps, actor, input }) => closeTicket(deps, actor, input.id)),
  answer(queue.nextInQueue, ({ deps, input }) => nextInQueue(deps, input.after)),
  answer(replies.listSavedReplies, ({ deps }) => listSavedReplies(deps)),
  answer(replies.saveReply, ({ deps, actor, input }) => saveReply(deps, actor, input)),
  answer(replies.deleteSavedReply, ({ deps, actor, input }) => deleteSavedReply(deps, actor, input.id)),
  answer(contract.reopenTicket, ({ deps, actor, input }) => reopenTicket(deps, actor, input.id)),
];
