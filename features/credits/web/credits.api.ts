import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query';
import { call } from '../../../web/client/call.ts';
import { download } from '../../../web/client/download.ts';
import { pollEvery } from '../../../web/client/polling.ts';
import type { InputOf } from '../../../contract/endpoint.ts';
import * as contract from '../credits.calls.ts';
import * as statement from '../statement.calls.ts';

type LedgerFilter = InputOf<typeof contract.downloadLedger>;

/** Rows per page of the customer's history. */
export const MY_LEDGER_PAGE = 10;

/** One page of a customer's ledger; `page` counts from 1. */
export const useUserLedger = (userId: number, narrowed: LedgerFilter, page: number) =>
  useQuery({
    queryKey: ['ledger', userId, narrowed, page],
    queryFn: ({ signal }) =>
      call(
        contract.listUserLedger,
        { ...narrowed, userId, limit: MY_LEDGER_PAGE, offset: (page - 1) * MY_LEDGER_PAGE },
        { signal },
      ),
    placeholderData: keepPreviousData,
    staleTime: 0,
  });

/** As often as the balance. */
const NEWEST_PAYMENT_POLL_MS = 5000;

/** The newest payment in a customer's ledger, polled; null when there is none, undefined while that is not known. */
export const useNewestPayment = (userId: number | undefined) =>
  useQuery({
    queryKey: ['ledger', userId, 'newest payment'],
    queryFn: async ({ signal }) => {
      const narrowed = { userId: userId ?? 0, source: 'Payment', limit: 1, offset: 0 } as const;
      const { credits_ledger: rows } = await call(contract.listUserLedger, narrowed, { signal });
      return rows[0] ?? null;
    },
    enabled: userId !== undefined,
    ...pollEvery(NEWEST_PAYMENT_POLL_MS),
  });

/** Rows per page of everybody's ledger. */
export const LEDGER_PAGE = 25;

/** One page of everybody's ledger; `page` counts from 1. */
export const useLedger = (narrowed: LedgerFilter, page: number) =>
  useQuery({
    queryKey: ['ledger', 'all', narrowed, page],
    queryFn: ({ signal }) =>
      call(contract.listLedger, { ...narrowed, limit: LEDGER_PAGE, offset: (page - 1) * LEDGER_PAGE }, { signal }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  });

export const useDownloadAllLedger = () =>
  useMutation({ mutationFn: (narrowed: LedgerFilter) => download(contract.downloadLedger, narrowed) });

export const useDownloadLedger = () =>
  useMutation({ mutationFn: (userId: number) => download(contract.downloadUserLedger, { userId }) });

/** The balance at the end of each of the last days. */
export const useBalances = (userId: number) =>
  useQuery({
    queryKey: ['ledger', userId, 'balances'],
    queryFn: ({ signal }) => call(statement.listBalances, { userId }, { signal }),
    staleTime: 0,
  });

type Period = InputOf<typeof statement.getStatement>;

export const useStatement = (period: Period) =>
  useQuery({
    queryKey: ['ledger', period.userId, 'statement', period.from, period.to],
    queryFn: ({ signal }) => call(statement.getStatement, withoutGaps(period), { signal }),
    placeholderData: keepPreviousData,
    staleTime: 0,
    // A period that was refused would be refused again.
    retry: false,
  });

export const useDownloadStatement = () =>
  useMutation({ mutationFn: (period: Period) => download(statement.downloadStatement, withoutGaps(period)) });

/** Leaves out days that are not chosen. */
const withoutGaps = ({ userId, from, to }: Period): Period => ({
  userId,
  ...(from !== undefined && { from }),
  ...(to !== undefined && { to }),
});
