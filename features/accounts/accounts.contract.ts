import { endpoint } from '../../contract/endpoint.ts';
import type * as schemas from './accounts.schemas.ts';

export type * from './accounts.schemas.ts';

/** Errors for a password that is too easy to guess. */
const PASSWORD_ERRORS = ['accounts.common_password', 'accounts.personal_password', 'accounts.weak_password'];

export const register = endpoint<typeof schemas.register>()({
  method: 'POST',
  path: '/register',
  summary: 'Create an account',
  description: 'Creates a customer and starts a session. Send the token in the `Authorization` header of later calls.',
  who: 'anyone',
  opensSession: true,
  status: 201,
  perMinute: 30,
  errors: [...PASSWORD_ERRORS, 'accounts.email_taken', 'accounts.phone_not_callable'],
});

export const login = endpoint<typeof schemas.login>()({
  method: 'POST',
  path: '/login',
  summary: 'Log in',
  description:
    'Starts a session with an e-mail address and a password. A valid token in the `Authorization` header is replaced: its session ends.',
  who: 'anyone',
  opensSession: true,
  perMinute: 120,
  errors: ['session.wrong_login'],
});

export const activateAccount = endpoint<typeof schemas.activateAccount>()({
  method: 'POST',
  path: '/register/activate',
  summary: 'Confirm an e-mail address',
  description: 'Accepts the token of the link that was mailed after registration.',
  who: 'anyone',
  perMinute: 30,
  errors: ['accounts.activation_link_spent'],
});

export const resendActivation = endpoint<typeof schemas.resendActivation>()({
  method: 'POST',
  path: '/register/resend',
  summary: 'Resend the activation link',
  description: 'Mails a link to confirm the e-mail address, unless one was mailed moments ago.',
  who: 'signed-in',
  perMinute: 30,
  errors: ['accounts.already_activated'],
});

export const requestPasswordReset = endpoint<typeof schemas.requestPasswordReset>()({
  method: 'POST',
  path: '/auth/request-reset-password',
  summary: 'Request a password reset',
  description: 'Mails a link to choose a new password. The response is the same whether or not the account exists.',
  who: 'anyone',
  perMinute: 30,
});

export const resetPassword = endpoint<typeof schemas.resetPassword>()({
  method: 'POST',
  path: '/auth/reset-password',
  summary: 'Choose a new password',
  description: 'Accepts the token of the mailed link and ends every session of the account.',
  who: 'anyone',
  perMinute: 30,
  errors: [...PASSWORD_ERRORS, 'accounts.reset_link_spent'],
});

export const logout = endpoint<typeof schemas.logout>()({
  method: 'POST',
  path: '/auth/logout',
  summary: 'Log out',
  description: 'Ends the session of the token on the server.',
  who: 'signed-in',
  withGeneratedPassword: true,
});

export const getMyUser = endpoint<typeof schemas.getMyUser>()({
  method: 'GET',
  path: '/users/my',
  summary: 'Get my account',
  description: 'The profile, both balances and the unread notifications, newest first.',
  who: 'signed-in',
  withGeneratedPassword: true,
  polled: true,
});

export const updateMyUser = endpoint<typeof schemas.updateMyUser>()({
  method: 'PUT',
  path: '/users/my',
  summary: 'Change my profile',
  description:
    'User name, phone number and country. A new country takes effect after a waiting time, or when an administrator approves it. The number is stored as it can be called from anywhere.',
  who: 'signed-in',
  errors: ['accounts.phone_not_callable'],
});

export const updateMyLanguage = endpoint<typeof schemas.updateMyLanguage>()({
  method: 'PUT',
  path: '/users/my/language',
  summary: 'Choose my language',
  description: 'Sets the language of mails, notifications and downloads, and of the pages after signing in.',
  who: 'signed-in',
  withGeneratedPassword: true,
});

export const changePassword = endpoint<typeof schemas.changePassword>()({
  method: 'PUT',
  path: '/users/change-password',
  summary: 'Change my password',
  description:
    'Ends every session of the account, this one as well, and returns the token of a new one. The only call that changes something for an account with a generated password.',
  hasSecret: true,
  who: 'signed-in',
  opensSession: true,
  withGeneratedPassword: true,
  errors: [...PASSWORD_ERRORS, 'accounts.no_password_yet', 'accounts.wrong_current_password', 'http.too_many'],
});

export const listUsers = endpoint<typeof schemas.listUsers>()({
  method: 'GET',
  path: '/users',
  summary: 'List users',
  description: 'Returns the whole list without parameters, and one page of it when any parameter is set.',
  who: 'users.read-all',
  polled: true,
  fromReplica: true,
});

export const downloadUsersCsv = endpoint<typeof schemas.downloadUsersCsv>()({
  method: 'GET',
  path: '/users/csv',
  summary: 'Download users as CSV',
  description: 'The matching users, in the order of the list, as a table for a spreadsheet.',
  who: 'users.read-all',
  fromReplica: true,
});

export const getUser = endpoint<typeof schemas.getUser>()({
  method: 'GET',
  path: '/users/:id',
  summary: 'Get a user',
  description: 'Includes the version of the balances, which must be sent with a change to them.',
  who: 'users.read-all',
});

export const updateUser = endpoint<typeof schemas.updateUser>()({
  method: 'PUT',
  path: '/users/:id',
  summary: 'Change a user',
  description:
    'Changes contact data, balances, role and status. A balance that changed after it was read is not overwritten.',
  who: 'users.change',
  errors: [
    'accounts.balance_below_zero',
    'accounts.last_administrator',
    'accounts.own_role',
    'accounts.own_status',
    'accounts.phone_not_callable',
    'credits.balance_changed',
    'credits.not_enough',
    'credits.spending_stopped',
  ],
});

export const deleteUser = endpoint<typeof schemas.deleteUser>()({
  method: 'DELETE',
  path: '/users/:id',
  summary: 'Delete a user',
  description: 'Ends the sessions of the account. Its files and ledger entries are preserved.',
  who: 'users.delete',
  errors: ['accounts.last_administrator', 'accounts.leftovers_changed', 'accounts.own_account'],
});
