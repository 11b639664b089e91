import { can, type Role, ROLES } from '../../contract/capabilities.ts';
import type { Endpoint } from '../../contract/endpoint.ts';

/** Returns the role to call an endpoint with; a customer if several roles may. */
export function rightRole({ who }: Pick<Endpoint, 'who'>): Role {
  if (who === 'anyone' || who === 'signed-in') return 'CUSTOMER';
  const role = ROLES.find((one) => can({ role: one, staff_capabilities: null }, who));
  if (role === undefined) throw new Error(`no role may call what needs ${who}`);
  return role;
}

/** Returns whether a call is meant for staff. */
export const isForAdministrators = (endpoint: Pick<Endpoint, 'who'>): boolean => rightRole(endpoint) === 'ADMIN';

/** DTC OFF sessions of staff, which belong to no customer. */
export const isOwnOfStaff = ({ path }: Pick<Endpoint, 'path'>): boolean => path.startsWith('/ai/staff/');
