import { useQuery } from '@tanstack/react-query';
import { call } from '../../../../web/client/call.ts';
import * as contract from '../media.calls.ts';

/** The picture or video on the left side of the login page; null when none was chosen. */
export const useLoginBackground = () =>
  useQuery({
    queryKey: ['login-background'],
    queryFn: ({ signal }) => call(contract.getLoginBackground, {}, { signal }),
    staleTime: 60_000,
  });
