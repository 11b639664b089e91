import { useQuery } from '@tanstack/react-query';
import { call } from '../../../web/call.ts';
import { pollEvery } from '../../../web/polling.ts';
import * as contract from '../dashboard.contract.ts';

/** News come at once; this is for payments, which are not announced, and for a connection that does not hold. */
const WAITING_POLL_MS = 30_000;

/** How much waits for the reader; null until it is known. */
export const useWaiting = (): contract.Waiting | null =>
  useQuery({
    queryKey: ['waiting'],
    queryFn: ({ signal }) => call(contract.getWaiting, {}, { signal }),
    ...pollEvery(WAITING_POLL_MS),
  }).data ?? null;
