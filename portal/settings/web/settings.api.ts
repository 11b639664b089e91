import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '../../../web/call.ts';
import type { InputOf } from '../../endpoint.ts';
import * as contract from '../settings.contract.ts';

export const useApplicationConfiguration = () =>
  useQuery({
    queryKey: ['application-configuration'],
    queryFn: ({ signal }) => call(contract.getApplicationConfiguration, {}, { signal }),
    staleTime: 60_000,
  });

export function useSetApplicationConfiguration() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (texts: InputOf<typeof contract.setApplicationConfiguration>) =>
      call(contract.setApplicationConfiguration, texts),
    onSuccess: () => client.invalidateQueries({ queryKey: ['application-configuration'] }),
  });
}
