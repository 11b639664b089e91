import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query';
import { call } from '../../../web/client/call.ts';
import { pollEvery } from '../../../web/client/polling.ts';
import { useChange } from '../../../web/client/use-change.ts';
import type { InputOf } from '../../../contract/endpoint.ts';
import * as contract from '../payments.calls.ts';
import * as sandbox from '../sandbox.calls.ts';

const PAYMENTS = ['payments'] as const;
const SANDBOX = ['sandbox-payments'] as const;

/** As often as the balance, which changes when a payment is cleared. */
const PENDING_POLL_MS = 5000;

/** A reader of this list is waiting for something. */
const PAYMENTS_POLL_MS = 5000;

export const usePendingPayments = () =>
  useQuery({
    queryKey: ['pending-payments'],
    queryFn: ({ signal }) => call(contract.listPendingPayments, {}, { signal }),
    ...pollEvery(PENDING_POLL_MS),
  });

export const usePaySandbox = () =>
  useMutation({ mutationFn: (input: InputOf<typeof sandbox.paySandbox>) => call(sandbox.paySandbox, input) });

interface PaymentFilter {
  show: contract.PaymentsShown;
  transaction: string;
  customer: string;
}

/** Messages of a list, about one payment (`transaction`), or of one customer. */
export const usePayments = ({ show, transaction, customer }: PaymentFilter) =>
  useQuery({
    queryKey: [...PAYMENTS, show, transaction, customer],
    queryFn: ({ signal }) =>
      call(
        contract.listPayments,
        { show, ...(transaction && { transaction }), ...(customer && { user_id: Number(customer) }) },
        { signal },
      ),
    placeholderData: keepPreviousData,
    ...pollEvery(PAYMENTS_POLL_MS),
  });

export const useReviewPayment = () =>
  useChange((input: InputOf<typeof contract.reviewPayment>) => call(contract.reviewPayment, input), [PAYMENTS], {
    evenAfterFailure: true,
  });

export const useBookPayment = () =>
  useChange((input: InputOf<typeof contract.bookPayment>) => call(contract.bookPayment, input), [PAYMENTS], {
    evenAfterFailure: true,
  });

export const useSandboxPayments = () =>
  useQuery({
    queryKey: SANDBOX,
    queryFn: ({ signal }) => call(sandbox.listSandboxPayments, {}, { signal }),
    ...pollEvery(PAYMENTS_POLL_MS),
  });

export const useSendSandboxNotice = () =>
  useChange((input: InputOf<typeof sandbox.sendSandboxNotice>) => call(sandbox.sendSandboxNotice, input), [SANDBOX]);
