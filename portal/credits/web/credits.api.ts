import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query';
import { call } from '../../../web/call.ts';
import { download } from '../../../web/download.ts';
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

export const useDownloadLedger = () =>
  useMutation({ mutationFn: (userId: number) => download(contract.downloadUserLedger, { userId }) });
