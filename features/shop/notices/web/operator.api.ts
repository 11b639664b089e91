import { useQuery } from '@tanstack/react-query';
import { call } from '../../../../web/client/call.ts';
import { pollEvery } from '../../../../web/client/polling.ts';
import * as contract from '../notices.calls.ts';

const NOTICES_POLL_MS = 30_000;

export const useOperatorNotices = () =>
  useQuery({
    queryKey: ['operator-notices'],
    queryFn: ({ signal }) => call(contract.listOperatorNotices, {}, { signal }),
    ...pollEvery(NOTICES_POLL_MS),
  });
