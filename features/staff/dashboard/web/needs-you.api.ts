import { useQuery } from '@tanstack/react-query';
import { call } from '../../../../web/client/call.ts';
import { useChange } from '../../../../web/client/use-change.ts';
import * as contract from '../dashboard.calls.ts';

/** Below the dashboard's key: events of files and tickets refresh both. */
const KEY = ['dashboard', 'needs-you'] as const;

export const useNeedsYou = () =>
  useQuery({ queryKey: KEY, queryFn: ({ signal }) => call(contract.getNeedsYou, {}, { signal }), staleTime: 0 });

export const useDismissFirstSteps = () => useChange(() => call(contract.dismissFirstSteps, {}), [KEY]);
