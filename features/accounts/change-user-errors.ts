/** What a change of a user by an administrator is refused for. */
export const CHANGE_USER_ERRORS = [
  'accounts.balance_below_zero',
  'accounts.last_administrator',
  'accounts.own_role',
  'accounts.own_status',
  'accounts.phone_not_callable',
  'staff-roles.needs_everything',
  'staff-roles.unknown',
  'credits.balance_changed',
  'credits.not_enough',
  'credits.spending_stopped',
  'colleagues.no_credits',
  'colleagues.role',
];
