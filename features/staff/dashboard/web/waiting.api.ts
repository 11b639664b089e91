import { useQuery } from '@tanstack/react-query';
import { call } from '../../../../web/client/call.ts';
import { pollEvery } from '../../../../web/client/polling.ts';
import * as contract from '../dashboard.calls.ts';

/** Events arrive at once; polling is for payments, which are not announced, and for an unreliable connection. */
const WAITING_POLL_MS = 30_000;

/** How much is waiting for the reader; null until known. */
export const useWaiting = (): contract.Waiting | null =>
  useQuery({
    queryKey: ['waiting'],
    queryFn: ({ signal }) => call(contract.getWaiting, {}, { signal }),
    ...pollEvery(WAITING_POLL_MS),
  }).data ?? null;
