import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../../../web/client/call.ts';
import { PREPARED_MS, queryClient } from '../../../../web/client/query-client.ts';
import * as contract from '../dashboard.calls.ts';
import { useChange } from '../../../../web/client/use-change.ts';

const dashboardQuery = (userId: number | null, count?: 'exact') =>
  queryOptions({
    queryKey: ['dashboard', userId, count],
    queryFn: ({ signal }) =>
      userId === null
        ? call(contract.getDashboard, { ...(count && { count }) }, { signal })
        : call(contract.getUserDashboard, { userId, ...(count && { count }) }, { signal }),
    staleTime: PREPARED_MS,
  });

/** The dashboard of a customer; null: of the portal. */
export function useDashboard(userId: number | null) {
  const [count, setCount] = useState<'exact'>();
  const dashboard = useQuery({ ...dashboardQuery(userId, count), placeholderData: keepPreviousData });
  const hasMore = dashboard.data !== undefined && dashboard.data.capped.length > 0;
  return { dashboard, countAll: hasMore ? () => setCount('exact') : undefined };
}

/** Below the dashboard's key: events of files and tickets refresh both. */
const KEY = ['dashboard', 'needs-you'] as const;

const needsYouQuery = queryOptions({
  queryKey: KEY,
  queryFn: ({ signal }) => call(contract.getNeedsYou, {}, { signal }),
  staleTime: PREPARED_MS,
});

export const useNeedsYou = () => useQuery(needsYouQuery);

/** Fetches what the dashboard of a customer (null: of the portal) is drawn with. */
export const prepareDashboard = (userId: number | null) =>
  Promise.all([queryClient.prefetchQuery(dashboardQuery(userId)), queryClient.prefetchQuery(needsYouQuery)]);

export const useDismissFirstSteps = () => useChange(() => call(contract.dismissFirstSteps, {}), [KEY]);
