import { useQuery } from '@tanstack/react-query';
import { call, sendCall, withFreshSignIn } from '../../../web/client/call.ts';
import { useCan } from '../../../web/client/session.ts';
import { useChange } from '../../../web/client/use-change.ts';
import type { InputOf } from '../../../contract/endpoint.ts';
import type { User } from '../user.ts';
import * as contract from '../accounts.calls.ts';
import * as secondFactor from '../second-factor.calls.ts';
import * as creation from '../user-creation.calls.ts';

const USERS = ['users'] as const;

/** All users, to choose from. */
export const useUsers = () =>
  useQuery({
    queryKey: USERS,
    queryFn: ({ signal }) => call(contract.listUsers, {}, { signal }) as Promise<User[]>,
    enabled: useCan('users.read-all'),
  });

/** Never cached: the balances must be those from which the edit starts. */
export const useUser = (id: number) =>
  useQuery({
    queryKey: [...USERS, id],
    queryFn: ({ signal }) => call(contract.getUser, { id }, { signal }),
    staleTime: 0,
    gcTime: 0,
  });

/**
 * What was not edited here is read again first, and once more after a fresh sign-in: a colleague may have changed it.
 */
export const useUpdateUser = () =>
  useChange(
    ({ id, ...edited }: InputOf<typeof contract.patchUser>) =>
      withFreshSignIn(async () => {
        const now = await call(contract.getUser, { id });
        const { phone, country, credit_balance, ai_credit_balance, balance_version, role, staff_role_id, status } = now;
        const balances = { credit_balance, ai_credit_balance, balance_version };
        const input = { id, phone, country, ...balances, role, staff_role_id, status, ...edited };
        return sendCall(contract.updateUser, input as InputOf<typeof contract.updateUser>);
      }),
    [USERS],
  );

export const useDeleteUser = () =>
  useChange((input: InputOf<typeof contract.deleteUser>) => call(contract.deleteUser, input), [USERS]);

/** Never cached: it is what the deletion confirms. */
export const useLeftovers = (id: number | null) =>
  useQuery({
    queryKey: [...USERS, id, 'leftovers'],
    queryFn: ({ signal }) => call(creation.getLeftovers, { id: id as number }, { signal }),
    enabled: id !== null,
    staleTime: 0,
    gcTime: 0,
  });

export const useCreateUser = () =>
  useChange((input: InputOf<typeof creation.createUser>) => call(creation.createUser, input), [USERS]);

export const useInviteUser = () => useChange((id: number) => call(creation.inviteUser, { id }), [USERS]);

const secondFactorKey = (id: number) => ['second-factor', id] as const;

export const useUserSecondFactor = (id: number) =>
  useQuery({
    queryKey: secondFactorKey(id),
    queryFn: ({ signal }) => call(secondFactor.getUserSecondFactor, { id }, { signal }),
    staleTime: 0,
  });

export const useResetSecondFactor = (id: number) =>
  useChange(() => call(secondFactor.resetSecondFactor, { id }), [secondFactorKey(id)]);
