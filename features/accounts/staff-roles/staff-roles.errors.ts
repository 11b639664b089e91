import { refusal } from '../../../contract/refusal.ts';

export const roleNameTaken = refusal('errors.staff-roles.name_taken', 'name');
export const builtInRole = refusal('errors.staff-roles.built_in');
export const unknownStaffRole = refusal('errors.staff-roles.unknown', 'staff_role_id');
export const roleInUse = refusal('errors.staff-roles.in_use');
/** A staff role that changes users could otherwise give itself everything else. */
export const rolesNeedEverything = refusal('errors.staff-roles.needs_everything');
