import { useQuery } from '@tanstack/react-query';
import { call } from '../../../web/call.ts';
import * as contract from '../media.contract.ts';

/** What the login page shows on its left side; null when nothing was chosen. */
export const useLoginBackground = () =>
  useQuery({
    queryKey: ['login-background'],
    queryFn: ({ signal }) => call(contract.getLoginBackground, {}, { signal }),
    staleTime: 60_000,
  });
