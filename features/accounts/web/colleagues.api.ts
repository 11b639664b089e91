import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '../../../web/client/call.ts';
import { forgetSession } from '../../../web/client/session.ts';
import { useChange } from '../../../web/client/use-change.ts';
import type { InputOf } from '../../../contract/endpoint.ts';
import * as contract from '../colleagues.calls.ts';

const MINE = ['my-colleagues'] as const;

export const useColleagues = () =>
  useQuery({
    queryKey: MINE,
    queryFn: ({ signal }) => call(contract.listColleagues, {}, { signal }),
    staleTime: 0,
  });

export const useInviteColleague = () =>
  useChange((input: InputOf<typeof contract.inviteColleague>) => call(contract.inviteColleague, input), [MINE]);

export const useInviteColleagueAgain = () =>
  useChange((id: number) => call(contract.inviteColleagueAgain, { id }), [MINE]);

export const useRemoveColleague = () => useChange((id: number) => call(contract.removeColleague, { id }), [MINE]);

/** The account is gone, and its sessions with it. */
export function useLeaveCompany() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => call(contract.leaveCompany, {}),
    onSuccess() {
      forgetSession({ isEnded: false });
      client.clear();
    },
  });
}

export const useUserColleagues = (id: number) =>
  useQuery({
    queryKey: ['users', id, 'colleagues'],
    queryFn: ({ signal }) => call(contract.listUserColleagues, { id }, { signal }),
    staleTime: 0,
  });
