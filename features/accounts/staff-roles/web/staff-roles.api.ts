import { useQuery } from '@tanstack/react-query';
import { call } from '../../../../web/client/call.ts';
import { useChange } from '../../../../web/client/use-change.ts';
import { wordText } from '../../../../web/languages/text.ts';
import type { InputOf } from '../../../../contract/endpoint.ts';
import * as contract from '../staff-roles.calls.ts';

const STAFF_ROLES = ['staff-roles'] as const;

export const useStaffRoles = () =>
  useQuery({
    queryKey: STAFF_ROLES,
    queryFn: ({ signal }) => call(contract.listStaffRoles, {}, { signal }),
    staleTime: 0,
  });

type Written = InputOf<typeof contract.createStaffRole>;

/** Stores a new role, or what was edited of the one with this id. */
export const useSaveStaffRole = (id: number | null) =>
  useChange(
    (input: Partial<Written>) =>
      id === null ? call(contract.createStaffRole, input as Written) : call(contract.patchStaffRole, { id, ...input }),
    [STAFF_ROLES],
  );

export const useDeleteStaffRole = () =>
  useChange((id: number) => call(contract.deleteStaffRole, { id }), [STAFF_ROLES], { evenAfterFailure: true });

/** The name of a built-in role is a word of the language; another one has been written by an administrator. */
export const nameOfRole = ({ name, is_built_in }: Pick<contract.StaffRole, 'name' | 'is_built_in'>): string =>
  is_built_in ? wordText(name) : name;
