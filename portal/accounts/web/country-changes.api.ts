import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '../../../web/call.ts';
import type { InputOf } from '../../endpoint.ts';
import { approveCountryChange, listCountryChanges } from '../country-changes.contract.ts';

const COUNTRY_CHANGES = ['country-changes'] as const;

export const useCountryChanges = () =>
  useQuery({
    queryKey: COUNTRY_CHANGES,
    queryFn: ({ signal }) => call(listCountryChanges, {}, { signal }),
    staleTime: 0,
  });

export function useApproveCountryChange() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (input: InputOf<typeof approveCountryChange>) => call(approveCountryChange, input),
    onSettled: () => client.invalidateQueries({ queryKey: COUNTRY_CHANGES }),
  });
}
