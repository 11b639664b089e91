import { outcome } from '../../../server/http/call.ts';
import * as contract from '../payments.contract.ts';
import * as sandbox from '../sandbox.contract.ts';
import { bookPayment, listPayments, listPendingPayments, reviewPayment } from './payments.ts';
import { listSandboxPayments, payInSandbox, sendNotice } from './sandbox/sandbox.ts';

export const paymentsRoutes = [
  outcome(contract.listPayments, ({ deps, input }) => listPayments(deps, input)),
  outcome(contract.reviewPayment, ({ deps, actor, input }) => reviewPayment(deps, actor, input)),
  outcome(contract.bookPayment, ({ deps, actor, input }) => bookPayment(deps, actor, input)),
  outcome(contract.listPendingPayments, ({ deps, actor }) => listPendingPayments(deps, actor)),
  outcome(sandbox.paySandbox, ({ deps, input }) => payInSandbox(deps, input)),
  outcome(sandbox.listSandboxPayments, ({ deps }) => listSandboxPayments(deps)),
  outcome(sandbox.sendSandboxNotice, ({ deps, input }) => sendNotice(deps, input)),
];
