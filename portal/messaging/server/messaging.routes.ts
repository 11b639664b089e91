import { answer } from '../../../server/http/call.ts';
import * as contract from '../messaging.contract.ts';
import { getMail, listMails } from './outbox.ts';

export const messagingAnswers = [
  answer(contract.listMails, ({ deps }) => listMails(deps)),
  answer(contract.getMail, ({ deps, input }) => getMail(deps, input.id)),
];
