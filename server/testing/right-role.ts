import { ROLES } from '../../portal/accounts/accounts.list.ts';
import { can, type Role } from '../../portal/capabilities.ts';
import type { Endpoint } from '../../portal/endpoint.ts';

/** The role to call an endpoint with; a customer where several may. */
export function rightRole({ who }: Pick<Endpoint, 'who'>): Role {
  if (who === 'anyone' || who === 'signed-in') return 'CUSTOMER';
  const role = ROLES.find((one) => can({ role: one }, who));
  if (role === undefined) throw new Error(`no role may call what needs ${who}`);
  return role;
}

/** Whether a call is for those who work here. */
export const isForAdministrators = (endpoint: Pick<Endpoint, 'who'>): boolean => rightRole(endpoint) === 'ADMIN';

/** Their own sessions of DTC OFF, which are of no customer. */
export const isOwnOfStaff = ({ path }: Pick<Endpoint, 'path'>): boolean => path.startsWith('/ai/staff/');
