import { can, type Capability, type HasRole, isLeftOut } from '../../contract/capabilities.ts';
import type { SessionUser } from '../../contract/session.ts';
import { useSession } from './session.ts';

/**
 * What staff need for an address and all below it; the other addresses of their area are open to all of them. The
 * first that they may open is where they start.
 */
const STAFF_ADDRESSES: readonly (readonly [address: string, needs: Capability])[] = [
  ['/admin/dashboard', 'dashboard.read-all'],
  ['/admin/all-files', 'files.read-all'],
  ['/admin/all-tickets', 'tickets.read-all'],
  ['/admin/payments', 'payments.review'],
  ['/admin/credits-ledger', 'ledger.read-all'],
  ['/admin/all-users', 'users.read-all'],
  ['/admin/reports', 'reports.read'],
  ['/admin/dtc-off-files', 'dtc-off.read-all'],
  ['/admin/solutions', 'catalogue.change'],
  ['/admin/solution-images', 'catalogue.change'],
  ['/admin/login-images', 'media.change'],
  ['/admin/email', 'mailings.send'],
  ['/admin/push-notification', 'notifications.send'],
  ['/admin/application-configuration', 'settings.change'],
  ['/admin/audit', 'audit.read'],
  ['/admin/security-log', 'security.read'],
  ['/admin/bin', 'bin.restore'],
  ['/admin/disk-use', 'disk-use.read'],
  ['/admin/webhooks', 'webhooks.change'],
  ['/outbox', 'mails.read'],
  ['/admin/view-file', 'files.read-all'],
  ['/admin/create-ticket', 'tickets.answer'],
  ['/admin/edit-user', 'users.read-all'],
  ['/admin/staff-roles', 'users.change'],
  ['/admin/credits-statement', 'ledger.read-all'],
  ['/admin/dtc-off', 'dtc-off.use-free'],
  ['/admin/add-solution', 'catalogue.change'],
  ['/admin/edit-solution', 'catalogue.change'],
  ['/admin/standard-solutions', 'catalogue.change'],
  ['/admin/first-start', 'settings.change'],
];

/** Returns what staff need for an address; undefined if it is open to all of them. */
export function capabilityOfAddress(to: string): Capability | undefined {
  const path = to.replace(/[?#].*$/, '');
  return STAFF_ADDRESSES.find(([address]) => path === address || path.startsWith(`${address}/`))?.[1];
}

/** Whether no staff role keeps the reader from this address. */
export const mayOpen = (user: HasRole | undefined, to: string): boolean =>
  user === undefined || !isLeftOut(user, capabilityOfAddress(to));

/**
 * Whether the server answers what the screen at this address asks. A refusal ends the session, and until the reader has
 * a password and a second factor, most calls are refused.
 */
export function mayAsk(user: SessionUser | undefined, to: string): boolean {
  if (user === undefined || user.must_change_password || user.must_add_second_factor) return false;
  const needs = capabilityOfAddress(to);
  return needs === undefined || can(user, needs);
}

export function useMayOpen(to: string): boolean {
  return mayOpen(useSession()?.user, to);
}

/** Returns the path where a user starts after the login. */
export function homeOf(user: HasRole): string {
  if (!can(user, 'admin-area.open')) return '/dashboard';
  return STAFF_ADDRESSES.find(([, needs]) => can(user, needs))?.[0] ?? '/admin/account-settings';
}
