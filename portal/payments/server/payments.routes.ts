import { answer } from '../../../server/http/call.ts';
import * as contract from '../payments.contract.ts';
import * as sandbox from '../sandbox.contract.ts';
import { bookPayment, listPayments, listPendingPayments, reviewPayment } from './payments.ts';
import { listSandboxPayments, payInSandbox, sendNotice } from './sandbox.ts';

export const paymentsAnswers = [
  answer(contract.listPayments, ({ deps, input }) => listPayments(deps, input)),
  answer(contract.reviewPayment, ({ deps, actor, input }) => reviewPayment(deps, actor, input)),
  answer(contract.bookPayment, ({ deps, actor, input }) => bookPayment(deps, actor, input)),
  answer(contract.listPendingPayments, ({ deps, actor }) => listPendingPayments(deps, actor)),
  answer(sandbox.paySandbox, ({ deps, input }) => payInSandbox(deps, input)),
  answer(sandbox.listSandboxPayments, ({ deps }) => listSandboxPayments(deps)),
  answer(sandbox.sendSandboxNotice, ({ deps, input }) => sendNotice(deps, input)),
];
