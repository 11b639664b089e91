import { useMutation } from '@tanstack/react-query';
import { call } from '../../../web/client/call.ts';
import type { InputOf } from '../../../contract/endpoint.ts';
import * as contract from '../account-changes.calls.ts';
import { useRefreshMyUser } from './accounts.api.ts';

export const useRequestEmailChange = () =>
  useMutation({
    mutationFn: (input: InputOf<typeof contract.requestEmailChange>) => call(contract.requestEmailChange, input),
  });

export function useConfirmEmailChange() {
  const refresh = useRefreshMyUser();
  return useMutation({
    mutationFn: (input: InputOf<typeof contract.confirmEmailChange>) => call(contract.confirmEmailChange, input),
    onSuccess: refresh,
  });
}
