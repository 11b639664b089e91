import { useQuery } from '@tanstack/react-query';
import { call } from '../../../web/client/call.ts';
import { useChange } from '../../../web/client/use-change.ts';
import type { InputOf } from '../../../contract/endpoint.ts';
import { approveCountryChange, listCountryChanges } from '../country-changes.calls.ts';

const COUNTRY_CHANGES = ['country-changes'] as const;

export const useCountryChanges = () =>
  useQuery({
    queryKey: COUNTRY_CHANGES,
    queryFn: ({ signal }) => call(listCountryChanges, {}, { signal }),
    staleTime: 0,
  });

export const useApproveCountryChange = () =>
  useChange((input: InputOf<typeof approveCountryChange>) => call(approveCountryChange, input), [COUNTRY_CHANGES], {
    evenAfterFailure: true,
  });
