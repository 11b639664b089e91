export const ROLES = ['CUSTOMER', 'ADMIN'] as const;

export type Role = (typeof ROLES)[number];

const CUSTOMER: readonly Role[] = ['CUSTOMER'];
const ADMIN: readonly Role[] = ['ADMIN'];

/**
 * Who may do what. Calls, queries and screens ask `can`, never for a role. docs/spec/capabilities.json has the same
 * table, written by hand, and a test compares the two. docs/changing-things.md lists the steps for adding a capability.
 */
export const CAPABILITIES = {
  /** The pages below /admin, and what every page shows to staff. */
  'admin-area.open': ADMIN,
  /** The pages for users who upload files and pay. */
  'customer-area.open': CUSTOMER,

  /** Everybody may correct an address that is not confirmed yet. */
  'account.change-confirmed-email': ADMIN,
  'audit.read': ADMIN,
  /** Those of users. What a customer has spent is in the ledger. */
  'balances.read-all': ADMIN,
  /** Restoring records deleted within the last 30 days. */
  'bin.restore': ADMIN,
  'catalogue.change': ADMIN,
  /** Inviting and removing the other users of one's company. */
  'colleagues.change': CUSTOMER,
  'credits.buy': CUSTOMER,
  'dashboard.read-all': ADMIN,
  /** Stored bytes by kind and user, and the free space. */
  'disk-use.read': ADMIN,
  'dtc-off.read-all': ADMIN,
  'dtc-off.read-record': ADMIN,
  'dtc-off.use': CUSTOMER,
  /** Using DTC OFF for the operator's own purposes: with record and proof, without a charge. */
  'dtc-off.use-free': ADMIN,
  'files.attach-modified': ADMIN,
  /** Includes paid files: their price is refunded. */
  'files.cancel-any': ADMIN,
  'files.delete': ADMIN,
  'files.notify-owners': ADMIN,
  'files.pay': CUSTOMER,
  'files.price': ADMIN,
  /** Starting the work on a file: by itself, or with a first message. */
  'files.process': ADMIN,
  'files.read-all': ADMIN,
  /** Requesting a change of a delivered file, free of charge. */
  'files.request-revision': CUSTOMER,
  'files.undo-cancel': ADMIN,
  'files.upload': CUSTOMER,
  'ledger.read-all': ADMIN,
  'mailings.send': ADMIN,
  'mails.read': ADMIN,
  'media.change': ADMIN,
  /** Notes and tags that customers never see. */
  'notes.use': ADMIN,
  'notifications.send': ADMIN,
  'operator.read-notices': ADMIN,
  'payments.review': ADMIN,
  /** Erasing for good everything that identifies a person. */
  'personal-data.erase': ADMIN,
  'personal-data.export': ADMIN,
  /** The shop's revenue and turnaround times. */
  'reports.read': ADMIN,
  'security.read': ADMIN,
  'settings.change': ADMIN,
  /** Writing on behalf of the support in every ticket. */
  'tickets.answer': ADMIN,
  'tickets.close': ADMIN,
  'tickets.notify-owners': ADMIN,
  'tickets.read-all': ADMIN,
  'tickets.reopen-own': CUSTOMER,
  'tickets.use-saved-replies': ADMIN,
  'uploads.unlimited': ADMIN,
  /**
   * Includes roles: a user with this capability can grant every other one, and has to sign in with a password at least
   * once.
   */
  'users.change': ADMIN,
  'users.delete': ADMIN,
  'users.read-all': ADMIN,
  /** Looking at the portal as a customer sees it, without changing anything. */
  'users.view-as': ADMIN,
  /** Which other programs are told what happens, and what was sent to them. */
  'webhooks.change': ADMIN,
  /** Assigning work to oneself or to a colleague. */
  'work.assign': ADMIN,
  /** Who works on what, who has it open, and what waits too long. */
  'work.read': ADMIN,
} as const satisfies Record<string, readonly Role[]>;

export type Capability = keyof typeof CAPABILITIES;

/**
 * Anything with a role: an actor on the server, or the user of a session in the browser. Null: no capability applies,
 * so only the user's own records are accessible.
 */
export interface HasRole {
  role: Role | null;
  /** What a staff role, and for a program its access token, leaves of the role's capabilities; null: all of them. */
  staff_capabilities: readonly Capability[] | null;
}

/** The user who looks at something. */
export type Viewer = HasRole & { id: number };

/** Reduces a user to an owner: only their own records count, whatever else their role would show them. */
export const toOwner = <Who extends { id: number }>(who: Who): Who & { role: null; staff_capabilities: null } => ({
  ...who,
  role: null,
  staff_capabilities: null,
});

/** Whether the user has the capability; null or undefined is a visitor. */
export const can = (user: HasRole | null | undefined, capability: Capability): boolean =>
  user?.role != null &&
  listRolesWith(capability).includes(user.role) &&
  (user.staff_capabilities === null || user.staff_capabilities.includes(capability));

/** Whether the user's role has the capability, and their staff role or access token leaves it out. */
export const isLeftOut = (user: HasRole, capability: Capability | undefined): boolean =>
  capability !== undefined && can({ ...user, staff_capabilities: null }, capability) && !can(user, capability);

export const listRolesWith = (capability: Capability): readonly Role[] => CAPABILITIES[capability];

/** Returns what both leave; null: everything. */
export function intersectCapabilities(
  one: readonly Capability[] | null,
  other: readonly Capability[] | null,
): readonly Capability[] | null {
  if (one === null || other === null) return one ?? other;
  return one.filter((capability) => other.includes(capability));
}
