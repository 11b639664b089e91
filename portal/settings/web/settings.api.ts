import { useQuery } from '@tanstack/react-query';
import { call } from '../../../web/call.ts';
import * as contract from '../settings.contract.ts';

export const useApplicationConfiguration = () =>
  useQuery({
    queryKey: ['application-configuration'],
    queryFn: ({ signal }) => call(contract.getApplicationConfiguration, {}, { signal }),
    staleTime: 60_000,
  });
