import { useQuery } from '@tanstack/react-query';
import { call, sendCall, withFreshSignIn } from '../../../../web/client/call.ts';
import { mergeList } from '../../../../web/client/merge-list.ts';
import { useChange } from '../../../../web/client/use-change.ts';
import { wordText } from '../../../../web/languages/text.ts';
import type { Capability } from '../../../../contract/capabilities.ts';
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

type Before = { id: number | null; capabilities: readonly Capability[] };

/**
 * Stores a new role, or what was edited of the one with this id: its capabilities are read again first, and once more
 * after a fresh sign-in, because a colleague may have changed them.
 */
export const useSaveStaffRole = ({ id, capabilities: before }: Before) =>
  useChange(
    ({ capabilities: chosen, ...edited }: Partial<Written>) =>
      id === null
        ? call(contract.createStaffRole, { capabilities: chosen, ...edited } as Written)
        : withFreshSignIn(async () => {
            const now =
              (await call(contract.listStaffRoles, {})).find((role) => role.id === id)?.capabilities ?? before;
            const capabilities = chosen && mergeList(now, before, chosen);
            return sendCall(contract.patchStaffRole, { id, ...edited, ...(capabilities && { capabilities }) });
          }),
    [STAFF_ROLES],
  );

export const useDeleteStaffRole = () =>
  useChange((id: number) => call(contract.deleteStaffRole, { id }), [STAFF_ROLES], { evenAfterFailure: true });

/** The name of a built-in role is a word of the language; another one has been written by an administrator. */
export const nameOfRole = ({ name, is_built_in }: Pick<contract.StaffRole, 'name' | 'is_built_in'>): string =>
  is_built_in ? wordText(name) : name;
