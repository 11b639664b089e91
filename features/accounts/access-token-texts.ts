import { textKey } from '../../contract/texts.ts';
import { CAPABILITY_GROUPS, type CapabilityGroup } from './staff-roles/capability-texts.ts';

/** Everything that a token can be allowed: what customers do for themselves, and what staff do. */
export const TOKEN_GROUPS: readonly CapabilityGroup[] = [
  {
    heading: textKey('accounts.tokens.ownHeading'),
    allows: {
      'customer-area.open': textKey('accounts.allows.customer_area_open'),
      'admin-area.open': textKey('accounts.allows.admin_area_open'),
      'files.upload': textKey('accounts.allows.files_upload'),
      'files.pay': textKey('accounts.allows.files_pay'),
      'files.request-revision': textKey('accounts.allows.files_request_revision'),
      'tickets.reopen-own': textKey('accounts.allows.tickets_reopen_own'),
      'dtc-off.use': textKey('accounts.allows.dtc_off_use'),
      'credits.buy': textKey('accounts.allows.credits_buy'),
    },
  },
  ...CAPABILITY_GROUPS,
];
