import * as z from 'zod/mini';
import { endpoint, declarePatch } from '../../../contract/endpoint.ts';
import { boundedList, Done, Id, Nothing, RecordId } from '../../../contract/fields.ts';
import { refusal } from '../../../contract/refusal.ts';
import { Capabilities, CreateStaffRole } from './staff-role-forms.ts';

export const StaffRole = z.object({
  id: RecordId,
  name: z.string(),
  capabilities: Capabilities,
  /** Every portal has it, and it is not changed or deleted. */
  is_built_in: z.boolean(),
  /** Number of accounts that have it, or would have it again once they are restored. */
  users: z.number(),
});
export type StaffRole = z.output<typeof StaffRole>;

const WRITE_ERRORS = ['staff-roles.name_taken', 'staff-roles.needs_everything'];

export const listStaffRoles = endpoint({
  method: 'GET',
  path: '/staff-roles',
  summary: 'List staff roles',
  description: 'What narrows an administrator. An administrator without a staff role may do everything.',
  who: 'users.read-all',
  input: Nothing,
  reply: boundedList(StaffRole),
});

export const createStaffRole = endpoint({
  method: 'POST',
  path: '/staff-roles',
  summary: 'Add a staff role',
  description: 'Only for administrators without a staff role. It always includes the area of the staff.',
  who: 'users.change',
  needsFreshSignIn: true,
  status: 201,
  input: CreateStaffRole,
  reply: StaffRole,
  errors: WRITE_ERRORS,
});

export const updateStaffRole = endpoint({
  method: 'PUT',
  path: '/staff-roles/:id',
  summary: 'Change a staff role',
  description: 'Ends the sessions of the accounts that have it, so that the change applies at once.',
  who: 'users.change',
  needsFreshSignIn: true,
  input: z.object({ id: Id, ...CreateStaffRole.shape }),
  reply: StaffRole,
  errors: [...WRITE_ERRORS, 'staff-roles.built_in'],
});

export const patchStaffRole = declarePatch(updateStaffRole, z.object({ id: Id, ...z.partial(CreateStaffRole).shape }));

export const deleteStaffRole = endpoint({
  method: 'DELETE',
  path: '/staff-roles/:id',
  summary: 'Delete a staff role',
  description: 'Only one that no account has.',
  who: 'users.change',
  needsFreshSignIn: true,
  input: z.object({ id: Id }),
  reply: Done,
  errors: ['staff-roles.built_in', 'staff-roles.in_use', 'staff-roles.needs_everything'],
});

export const roleNameTaken = refusal('errors.staff-roles.name_taken', 'name');
export const builtInRole = refusal('errors.staff-roles.built_in');
export const unknownStaffRole = refusal('errors.staff-roles.unknown', 'staff_role_id');
export const roleInUse = refusal('errors.staff-roles.in_use');
/** A staff role that changes users could otherwise give itself everything else. */
export const rolesNeedEverything = refusal('errors.staff-roles.needs_everything');
