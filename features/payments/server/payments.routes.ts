import { handle } from '../../../server/http/call.ts';
import * as contract from '../payments.calls.ts';
import * as sandbox from '../sandbox.calls.ts';
import { bookPayment, listPayments, listPendingPayments, reviewPayment } from './payments.ts';
import { listSandboxPayments, payInSandbox, sendNotice } from './sandbox/sandbox.ts';

export const paymentsRoutes = [
  handle(contract.listPayments, ({ deps, input }) => listPayments(deps, input)),
  handle(contract.reviewPayment, ({ deps, actor, input }) => reviewPayment(deps, actor, input)),
  handle(contract.bookPayment, ({ deps, actor, input }) => bookPayment(deps, actor, input)),
  handle(contract.listPendingPayments, ({ deps, actor }) => listPendingPayments(deps, actor)),
  handle(sandbox.paySandbox, ({ deps, input }) => payInSandbox(deps, input)),
  handle(sandbox.listSandboxPayments, ({ deps }) => listSandboxPayments(deps)),
  handle(sandbox.sendSandboxNotice, ({ deps, input }) => sendNotice(deps, input)),
];
