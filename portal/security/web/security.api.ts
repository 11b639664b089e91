import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { call } from '../../../web/call.ts';
import type { InputOf } from '../../endpoint.ts';
import * as contract from '../security.contract.ts';

export type Filter = Omit<InputOf<typeof contract.listSecurityEvents>, 'offset'>;

/** One page of the security log; `page` counts from 1. */
export const useSecurityEvents = (filter: Filter, page: number) =>
  useQuery({
    queryKey: ['security-events', filter, page],
    queryFn: ({ signal }) =>
      call(contract.listSecurityEvents, { ...filter, offset: (page - 1) * contract.SECURITY_PAGE_SIZE }, { signal }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  });
