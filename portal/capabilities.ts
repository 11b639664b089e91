import type { ROLES } from './accounts/accounts.list.ts';

export type Role = (typeof ROLES)[number];

const CUSTOMER: readonly Role[] = ['CUSTOMER'];
const ADMIN: readonly Role[] = ['ADMIN'];

/**
 * Who may do what. Calls, queries and screens ask `can`, and never for a role; docs/spec/capabilities.json has the same
 * table written by hand, and a test compares the two. docs/changing-things.md has the steps for a new one.
 */
export const CAPABILITIES = {
  /** The pages below /admin, and what every page shows to those who work here. */
  'admin-area.open': ADMIN,
  /** The pages of those who upload and pay. */
  'customer-area.open': CUSTOMER,

  'account.change-email': ADMIN,
  'audit.read': ADMIN,
  /** What was deleted within 30 days. */
  'bin.restore': ADMIN,
  'catalogue.change': ADMIN,
  'credits.buy': CUSTOMER,
  'dashboard.read-all': ADMIN,
  /** Bytes by kind and user, and the free space. */
  'disk-use.read': ADMIN,
  'dtc-off.read-all': ADMIN,
  'dtc-off.read-record': ADMIN,
  'dtc-off.use': CUSTOMER,
  /** For the operator's own use: with record and proof, and without a charge. */
  'dtc-off.use-free': ADMIN,
  'files.attach-modified': ADMIN,
  /** Also one that is paid: the price is refunded. */
  'files.cancel-any': ADMIN,
  'files.delete': ADMIN,
  'files.notify-owners': ADMIN,
  'files.pay': CUSTOMER,
  'files.price': ADMIN,
  /** A download or a message of theirs starts the work on a file. */
  'files.process': ADMIN,
  'files.read-all': ADMIN,
  /** A change of a delivered file, free of charge. */
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
  /** For good, with everything that names a person. */
  'personal-data.erase': ADMIN,
  'personal-data.export': ADMIN,
  /** What the shop takes, and how fast it is. */
  'reports.read': ADMIN,
  'security.read': ADMIN,
  'settings.change': ADMIN,
  /** Speaks for the support in every ticket. */
  'tickets.answer': ADMIN,
  'tickets.close': ADMIN,
  'tickets.notify-owners': ADMIN,
  'tickets.read-all': ADMIN,
  'tickets.reopen-own': CUSTOMER,
  'tickets.use-saved-replies': ADMIN,
  'uploads.unlimited': ADMIN,
  /** Roles too: who has this can give every other capability away, and signs in with a password at least once. */
  'users.change': ADMIN,
  'users.delete': ADMIN,
  'users.read-all': ADMIN,
  /** To oneself or to a colleague. */
  'work.assign': ADMIN,
  /** Who works on what, who has it open, and what waits too long. */
  'work.read': ADMIN,
} as const satisfies Record<string, readonly Role[]>;

export type Capability = keyof typeof CAPABILITIES;

/**
 * Whose role it is: an actor of the server, or the user of a session in the browser. Null: no capability counts, so they
 * have what is their own and nothing else.
 */
export interface HasRole {
  role: Role | null;
}

/** Who looks at something. */
export type Viewer = HasRole & { id: number };

/** Someone whose own things are meant, whatever their role shows them beside those. */
export const ownerWith = <Who extends { id: number }>(who: Who): Who & { role: null } => ({ ...who, role: null });

/** Null or undefined: a visitor. */
export const can = (user: HasRole | null | undefined, capability: Capability): boolean =>
  user?.role != null && rolesWith(capability).includes(user.role);

export const rolesWith = (capability: Capability): readonly Role[] => CAPABILITIES[capability];
