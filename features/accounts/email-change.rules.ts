import { can, type HasRole } from '../../contract/capabilities.ts';

/** Customers keep the address that they have confirmed; before that it may have been mistyped. */
export const mayChangeEmail = (user: HasRole & { verified: boolean }): boolean =>
  can(user, 'account.change-confirmed-email') || !user.verified;
