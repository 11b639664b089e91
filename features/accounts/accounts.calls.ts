import * as z from 'zod/mini';
import { endpoint, declarePatch } from '../../contract/endpoint.ts';
import { Done, Id, Moment, Nothing, chosen, requiredText } from '../../contract/fields.ts';
import { pagedList } from '../../contract/pages.ts';
import { Role, SessionUser } from '../../contract/session.ts';
import { Country, Device, Email, FullName, GivenPassword, NewPassword, Phone, Username } from './account-fields.ts';
import { ChangePassword, PatchUser, UpdateUser, UpdateMyUser } from './account-forms.ts';
import { EditableUser, LinkToken, MyUser, PortalLanguage, SecondStep, Token, User, UserStatus } from './user.ts';
import { CHANGE_USER_ERRORS } from './change-user-errors.ts';
import { USER_SORTS } from './user-status.ts';
import { invalid } from '../../contract/texts.ts';

/** Errors for a password that is too easy to guess. */
const PASSWORD_ERRORS = ['accounts.common_password', 'accounts.personal_password', 'accounts.weak_password'];

export const register = endpoint({
  method: 'POST',
  path: '/register',
  summary: 'Create an account',
  description: 'Creates a customer and starts a session. Send the token in the `Authorization` header of later calls.',
  who: 'anyone',
  opensSession: true,
  status: 201,
  perMinute: 30,
  input: z.object({
    username: Username,
    full_name: FullName,
    email: Email,
    password: NewPassword,
    phone: Phone,
    country: Country,
    device: Device,
  }),
  reply: Token,
  errors: [...PASSWORD_ERRORS, 'accounts.email_taken', 'accounts.phone_not_callable'],
});

export const login = endpoint({
  method: 'POST',
  path: '/login',
  summary: 'Log in',
  description:
    'Starts a session with an e-mail address and a password. A valid token in the `Authorization` header is replaced: its session ends. For an account with a second factor, the reply is a ticket for `takeSecondStep` instead.',
  who: 'anyone',
  opensSession: true,
  perMinute: 120,
  input: z.object({
    email: requiredText(invalid('errors.accounts.fill_email'), 254),
    password: GivenPassword,
    device: Device,
  }),
  reply: z.union([Token, SecondStep]),
  errors: ['session.wrong_login'],
});

export const activateAccount = endpoint({
  method: 'POST',
  path: '/register/activate',
  summary: 'Confirm an e-mail address',
  description: 'Accepts the token of the link that was mailed after registration.',
  who: 'anyone',
  perMinute: 30,
  input: z.object({ token: LinkToken }),
  reply: Done,
  errors: ['accounts.activation_link_spent'],
});

export const resendActivation = endpoint({
  method: 'POST',
  path: '/register/resend',
  summary: 'Resend the activation link',
  description: 'Mails a link to confirm the e-mail address, unless one was mailed moments ago.',
  who: 'signed-in',
  forColleagues: 'themselves',
  perMinute: 30,
  input: Nothing,
  reply: Done,
  errors: ['accounts.already_activated'],
});

export const requestPasswordReset = endpoint({
  method: 'POST',
  path: '/auth/request-reset-password',
  summary: 'Request a password reset',
  description: 'Mails a link to choose a new password. The response is the same whether or not the account exists.',
  who: 'anyone',
  perMinute: 30,
  input: z.object({ email: Email }),
  reply: Done,
});

export const resetPassword = endpoint({
  method: 'POST',
  path: '/auth/reset-password',
  summary: 'Choose a new password',
  description: 'Accepts the token of the mailed link and ends every session of the account.',
  who: 'anyone',
  perMinute: 30,
  input: z.object({ token: LinkToken, password: NewPassword, device: Device }),
  reply: Done,
  errors: [...PASSWORD_ERRORS, 'accounts.reset_link_spent'],
});

export const logout = endpoint({
  method: 'POST',
  path: '/auth/logout',
  summary: 'Log out',
  description: 'Ends the session of the token on the server.',
  who: 'signed-in',
  forColleagues: 'themselves',
  forViews: true,
  withGeneratedPassword: true,
  input: Nothing,
  reply: Done,
});

export const getMyUser = endpoint({
  method: 'GET',
  path: '/users/my',
  summary: 'Get my account',
  description: 'The profile, both balances and the unread notifications, newest first.',
  who: 'signed-in',
  forColleagues: 'customer',
  withGeneratedPassword: true,
  polled: true,
  input: Nothing,
  reply: MyUser,
});

export const updateMyUser = endpoint({
  method: 'PUT',
  path: '/users/my',
  summary: 'Change my profile',
  description:
    'User name, phone number and country. A new country takes effect after a waiting time, or when an administrator approves it. The number is stored as it can be called from anywhere.',
  who: 'signed-in',
  forColleagues: 'themselves',
  input: UpdateMyUser,
  reply: SessionUser,
  errors: ['accounts.phone_not_callable'],
});

export const patchMyUser = declarePatch(updateMyUser, z.partial(UpdateMyUser));

export const updateMyLanguage = endpoint({
  method: 'PUT',
  path: '/users/my/language',
  summary: 'Choose my language',
  description: 'Sets the language of mails, notifications and downloads, and of the pages after signing in.',
  who: 'signed-in',
  forColleagues: 'themselves',
  withGeneratedPassword: true,
  input: z.object({ language: PortalLanguage }),
  reply: z.object({ language: PortalLanguage }),
});

export const changePassword = endpoint({
  method: 'PUT',
  path: '/users/change-password',
  summary: 'Change my password',
  description:
    'Ends every session of the account, this one as well, and returns the token of a new one. The only call that changes something for an account with a generated password.',
  hasSecret: true,
  who: 'signed-in',
  forColleagues: 'themselves',
  needsFreshSignIn: 'second-factor',
  opensSession: true,
  withGeneratedPassword: true,
  input: ChangePassword,
  /** The token replaces the one of the call, whose session has ended. */
  reply: z.object({ message: z.string(), token: z.string() }),
  errors: [...PASSWORD_ERRORS, 'accounts.no_password_yet', 'accounts.wrong_current_password', 'http.too_many'],
});

const paged = pagedList(User, USER_SORTS, {
  role: chosen(Role),
  status: chosen(UserStatus),
  /** Only users with this tag of the administrators. */
  tag_id: chosen(Id),
  /** Only users whose account has changed since; balances do not count. */
  updated_since: chosen(Moment),
});

export const listUsers = endpoint({
  method: 'GET',
  path: '/users',
  summary: 'List users',
  description: 'Returns the whole list without parameters, and one page of it when any parameter is set.',
  who: 'users.read-all',
  polled: true,
  fromReplica: true,
  input: paged.list.input,
  reply: paged.list.reply,
});

export const downloadUsersCsv = endpoint({
  method: 'GET',
  path: '/users/csv',
  summary: 'Download users as CSV',
  description: 'The matching users, in the order of the list, as a table for a spreadsheet.',
  who: 'users.read-all',
  needsFreshSignIn: true,
  fromReplica: true,
  input: paged.csv.input,
  reply: paged.csv.reply,
});

export const getUser = endpoint({
  method: 'GET',
  path: '/users/:id',
  summary: 'Get a user',
  description: 'Includes the version of the balances, which must be sent with a change to them.',
  who: 'users.read-all',
  input: z.object({ id: Id }),
  reply: EditableUser,
});

export const updateUser = endpoint({
  method: 'PUT',
  path: '/users/:id',
  summary: 'Change a user',
  description:
    'Changes contact data, balances, role and status. A balance that changed after it was read is not overwritten.',
  who: 'users.change',
  needsFreshSignIn: true,
  input: UpdateUser,
  reply: EditableUser,
  errors: CHANGE_USER_ERRORS,
});

export const patchUser = declarePatch(updateUser, PatchUser);

export const deleteUser = endpoint({
  method: 'DELETE',
  path: '/users/:id',
  summary: 'Delete a user',
  description: 'Ends the sessions of the account. Its files and ledger entries are preserved.',
  who: 'users.delete',
  input: z.object({
    id: Id,
    /** As returned by `getLeftovers`: the deletion is refused when any of it has changed. Omitted: not compared. */
    seen: z.optional(z.string().check(z.maxLength(100))),
  }),
  reply: Done,
  errors: ['accounts.last_administrator', 'accounts.leftovers_changed', 'accounts.own_account'],
});
