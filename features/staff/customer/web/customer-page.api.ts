import { useQuery } from '@tanstack/react-query';
import { call } from '../../../../web/client/call.ts';
import { useChange } from '../../../../web/client/use-change.ts';
import { endUserSession } from '../../../accounts/user-sessions.calls.ts';
import { getCustomerOverview } from '../customer-page.calls.ts';

const keyOf = (id: number) => ['users', id, 'overview'] as const;

export const useCustomerOverview = (id: number) =>
  useQuery({
    queryKey: keyOf(id),
    queryFn: ({ signal }) => call(getCustomerOverview, { id }, { signal }),
    staleTime: 0,
  });

export const useEndSession = (id: number) =>
  useChange((session: string) => call(endUserSession, { id, session }), [keyOf(id)]);
