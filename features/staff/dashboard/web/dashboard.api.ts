import { useQuery } from '@tanstack/react-query';
import { call } from '../../../../web/client/call.ts';
import * as contract from '../dashboard.contract.ts';

export const useDashboard = () =>
  useQuery({
    queryKey: ['dashboard'],
    queryFn: ({ signal }) => call(contract.getDashboard, {}, { signal }),
    staleTime: 0,
  });

export const useUserDashboard = (userId: number) =>
  useQuery({
    queryKey: ['dashboard', userId],
    queryFn: ({ signal }) => call(contract.getUserDashboard, { userId }, { signal }),
    staleTime: 0,
  });
