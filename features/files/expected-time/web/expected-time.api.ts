import { useQuery } from '@tanstack/react-query';
import { call } from '../../../../web/client/call.ts';
import { getExpectedTime, getExpectedTimeOfFile } from '../expected-time.calls.ts';

/** The expected time changes slowly; it is refreshed mainly because the reader's time passes. */
const ONE_MINUTE_MS = 60_000;

export const useExpectedTime = (solutionIds: readonly number[]) => {
  const solutions = solutionIds.toSorted((a, b) => a - b).join(',');
  return useQuery({
    queryKey: ['expected-time', solutions],
    queryFn: ({ signal }) => call(getExpectedTime, { solutions }, { signal }),
    enabled: solutions !== '',
    staleTime: ONE_MINUTE_MS,
    refetchInterval: ONE_MINUTE_MS,
  });
};

export const useExpectedTimeOfFile = (id: number) =>
  useQuery({
    queryKey: ['file', id, 'expected-time'],
    queryFn: ({ signal }) => call(getExpectedTimeOfFile, { id }, { signal }),
    staleTime: ONE_MINUTE_MS,
    refetchInterval: ONE_MINUTE_MS,
  });
