import type { Capability } from '../../../contract/capabilities.ts';
import { type Label, textKey } from '../../../contract/texts.ts';

export interface CapabilityGroup {
  heading: Label;
  /** What each capability allows, in a sentence, in the order of the screen. */
  allows: Partial<Record<Capability, Label>>;
}

/** Everything that a staff role can include, except the area of the staff, which each of them opens. */
export const CAPABILITY_GROUPS: readonly CapabilityGroup[] = [
  {
    heading: textKey('common.shell.menu.work'),
    allows: {
      'dashboard.read-all': textKey('accounts.allows.dashboard_read_all'),
      'work.read': textKey('accounts.allows.work_read'),
      'work.assign': textKey('accounts.allows.work_assign'),
      'files.read-all': textKey('accounts.allows.files_read_all'),
      'files.attach-modified': textKey('accounts.allows.files_attach_modified'),
      'files.cancel-any': textKey('accounts.allows.files_cancel_any'),
      'files.delete': textKey('accounts.allows.files_delete'),
      'files.notify-owners': textKey('accounts.allows.files_notify_owners'),
      'files.price': textKey('accounts.allows.files_price'),
      'files.process': textKey('accounts.allows.files_process'),
      'files.undo-cancel': textKey('accounts.allows.files_undo_cancel'),
      'tickets.read-all': textKey('accounts.allows.tickets_read_all'),
      'tickets.answer': textKey('accounts.allows.tickets_answer'),
      'tickets.close': textKey('accounts.allows.tickets_close'),
      'tickets.notify-owners': textKey('accounts.allows.tickets_notify_owners'),
      'tickets.use-saved-replies': textKey('accounts.allows.tickets_use_saved_replies'),
      'notes.use': textKey('accounts.allows.notes_use'),
      'dtc-off.read-all': textKey('accounts.allows.dtc_off_read_all'),
      'dtc-off.read-record': textKey('accounts.allows.dtc_off_read_record'),
      'dtc-off.use-free': textKey('accounts.allows.dtc_off_use_free'),
      'uploads.unlimited': textKey('accounts.allows.uploads_unlimited'),
    },
  },
  {
    heading: textKey('common.shell.menu.money'),
    allows: {
      'payments.review': textKey('accounts.allows.payments_review'),
      'balances.read-all': textKey('accounts.allows.balances_read_all'),
      'ledger.read-all': textKey('accounts.allows.ledger_read_all'),
      'reports.read': textKey('accounts.allows.reports_read'),
    },
  },
  {
    heading: textKey('common.shell.menu.people'),
    allows: {
      'users.read-all': textKey('accounts.allows.users_read_all'),
      'users.view-as': textKey('accounts.allows.users_view_as'),
      'users.change': textKey('accounts.allows.users_change'),
      'users.delete': textKey('accounts.allows.users_delete'),
      'personal-data.erase': textKey('accounts.allows.personal_data_erase'),
      'personal-data.export': textKey('accounts.allows.personal_data_export'),
      'mailings.send': textKey('accounts.allows.mailings_send'),
      'mails.read': textKey('accounts.allows.mails_read'),
      'notifications.send': textKey('accounts.allows.notifications_send'),
    },
  },
  {
    heading: textKey('common.shell.menu.portal'),
    allows: {
      'catalogue.change': textKey('accounts.allows.catalogue_change'),
      'media.change': textKey('accounts.allows.media_change'),
      'settings.change': textKey('accounts.allows.settings_change'),
      'account.change-confirmed-email': textKey('accounts.allows.account_change_confirmed_email'),
      'audit.read': textKey('accounts.allows.audit_read'),
      'security.read': textKey('accounts.allows.security_read'),
      'bin.restore': textKey('accounts.allows.bin_restore'),
      'disk-use.read': textKey('accounts.allows.disk_use_read'),
      'webhooks.change': textKey('accounts.allows.webhooks_change'),
      'operator.read-notices': textKey('accounts.allows.operator_read_notices'),
    },
  },
];

/** Returns the groups with these capabilities alone; without those that have none of them. */
export const narrowGroups = (groups: readonly CapabilityGroup[], capabilities: readonly string[]): CapabilityGroup[] =>
  groups
    .map(({ heading, allows }) => ({
      heading,
      allows: Object.fromEntries(Object.entries(allows).filter(([one]) => capabilities.includes(one))),
    }))
    .filter(({ allows }) => Object.keys(allows).length > 0);

export const CAPABILITY_TEXTS: Partial<Record<Capability, Label>> = Object.assign(
  {},
  ...CAPABILITY_GROUPS.map(({ allows }) => allows),
);
