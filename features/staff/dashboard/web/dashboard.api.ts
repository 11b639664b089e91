import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../../../web/client/call.ts';
import * as contract from '../dashboard.calls.ts';
import { useChange } from '../../../../web/client/use-change.ts';

/** The dashboard of a customer; null: of the portal. */
export function useDashboard(userId: number | null) {
  const [count, setCount] = useState<'exact'>();
  const dashboard = useQuery({
    queryKey: ['dashboard', userId, count],
    queryFn: ({ signal }) =>
      userId === null
        ? call(contract.getDashboard, { ...(count && { count }) }, { signal })
        : call(contract.getUserDashboard, { userId, ...(count && { count }) }, { signal }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  });
  const hasMore = dashboard.data !== undefined && dashboard.data.capped.length > 0;
  return { dashboard, countAll: hasMore ? () => setCount('exact') : undefined };
}

/** Below the dashboard's key: events of files and tickets refresh both. */
const KEY = ['dashboard', 'needs-you'] as const;

export const useNeedsYou = () =>
  useQuery({ queryKey: KEY, queryFn: ({ signal }) => call(contract.getNeedsYou, {}, { signal }), staleTime: 0 });

export const useDismissFirstSteps = () => useChange(() => call(contract.dismissFirstSteps, {}), [KEY]);
