import { useQuery } from '@tanstack/react-query';
import { call } from '../../../web/call.ts';
import { useChange } from '../../../web/use-change.ts';
import type { InputOf } from '../../endpoint.ts';
import * as contract from '../accounts.contract.ts';

const USERS = ['users'] as const;

/** All of them, for choosing among them. */
export const useUsers = () =>
  useQuery({
    queryKey: USERS,
    queryFn: ({ signal }) => call(contract.listUsers, {}, { signal }) as Promise<contract.User[]>,
  });

/** Never from the cache: the balances must be those the edit starts from. */
export const useUser = (id: number) =>
  useQuery({
    queryKey: [...USERS, id],
    queryFn: ({ signal }) => call(contract.getUser, { id }, { signal }),
    staleTime: 0,
    gcTime: 0,
  });

export const useUpdateUser = () =>
  useChange((input: InputOf<typeof contract.updateUser>) => call(contract.updateUser, input), [USERS]);

export const useDeleteUser = () => useChange((id: number) => call(contract.deleteUser, { id }), [USERS]);
