import type { Capability } from './capabilities.ts';

/** Every staff role opens the staff's area. */
const AREA = ['admin-area.open'] as const satisfies readonly Capability[];

const TICKETS = [
  'tickets.answer',
  'tickets.close',
  'tickets.notify-owners',
  'tickets.read-all',
  'tickets.use-saved-replies',
] as const satisfies readonly Capability[];

/**
 * The staff roles that every portal has, by name: what an administrator with one of them may do. An administrator
 * without a staff role may do everything. A new row is stored at the next start (`storeBuiltInRoles`).
 */
export const BUILT_IN_STAFF_ROLES: Readonly<Record<string, readonly Capability[]>> = {
  TUNER: [
    ...AREA,
    ...TICKETS,
    'dashboard.read-all',
    'dtc-off.read-all',
    'dtc-off.read-record',
    'dtc-off.use-free',
    'files.attach-modified',
    'files.notify-owners',
    'files.price',
    'files.process',
    'files.read-all',
    'notes.use',
    'uploads.unlimited',
    'work.assign',
    'work.read',
  ],
  SUPPORT: [
    ...AREA,
    ...TICKETS,
    'dashboard.read-all',
    'files.notify-owners',
    'files.read-all',
    'notes.use',
    'users.read-all',
    'users.view-as',
    'work.read',
  ],
  ACCOUNTANT: [...AREA, 'balances.read-all', 'ledger.read-all', 'payments.review', 'reports.read', 'users.read-all'],
};
