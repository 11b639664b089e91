import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query';
import { call } from '../../../web/call.ts';
import { download } from '../../../web/download.ts';
import type { InputOf } from '../../endpoint.ts';
import * as contract from '../credits.contract.ts';

/** Rows of a page in the customer's history (000 §9). */
export const MY_LEDGER_PAGE = 10;

/** One page of a customer's ledger; `page` counts from 1. */
export const useUserLedger = (userId: number, page: number) =>
  useQuery({
    queryKey: ['ledger', userId, page],
    queryFn: ({ signal }) =>
      call(contract.listUserLedger, { userId, limit: MY_LEDGER_PAGE, offset: (page - 1) * MY_LEDGER_PAGE }, { signal }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  });

/** Rows of a page of everybody's ledger (001 §9). */
export const LEDGER_PAGE = 25;

type Narrowed = InputOf<typeof contract.downloadLedger>;

/** One page of everybody's; `page` counts from 1. */
export const useLedger = (narrowed: Narrowed, page: number) =>
  useQuery({
    queryKey: ['ledger', 'all', narrowed, page],
    queryFn: ({ signal }) =>
      call(contract.listLedger, { ...narrowed, limit: LEDGER_PAGE, offset: (page - 1) * LEDGER_PAGE }, { signal }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  });

export const useDownloadAllLedger = () =>
  useMutation({ mutationFn: (narrowed: Narrowed) => download(contract.downloadLedger, narrowed) });

export const useDownloadLedger = () =>
  useMutation({ mutationFn: (userId: number) => download(contract.downloadUserLedger, { userId }) });
