import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { call } from '../../../web/call.ts';
import type { InputOf } from '../../endpoint.ts';
import * as contract from '../audit.contract.ts';

export type Filter = Omit<InputOf<typeof contract.listChanges>, 'offset'>;

/** One page of the audit list; `page` counts from 1. */
export const useChanges = (filter: Filter, page: number) =>
  useQuery({
    queryKey: ['changes', filter, page],
    queryFn: ({ signal }) =>
      call(contract.listChanges, { ...filter, offset: (page - 1) * contract.CHANGES_PAGE_SIZE }, { signal }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  });
