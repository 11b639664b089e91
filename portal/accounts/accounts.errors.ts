import { refusal } from '../refusal.ts';

export const emailTaken = refusal(
  'accounts.email_taken',
  'An account with this email already exists. Please log in.',
  'email',
);
export const commonPassword = refusal(
  'accounts.common_password',
  'This password is too common. Please choose another one.',
  'password',
);
export const personalPassword = refusal(
  'accounts.personal_password',
  'The password must not be made of your name, your e-mail address or the name of the portal.',
  'password',
);
export const wrongCurrentPassword = refusal(
  'accounts.wrong_current_password',
  'The current password is not right.',
  'current_password',
);
export const noPasswordYet = refusal(
  'accounts.no_password_yet',
  'This account has no password yet. Log out and use "Forgot Password?" to set one.',
  'current_password',
);
export const googleNotConfigured = refusal(
  'accounts.google_not_configured',
  'Sign in with Google is not set up on this portal.',
);
export const linkTicketSpent = refusal(
  'accounts.link_ticket_spent',
  'Linking took too long or was done before. Please sign in with Google again.',
);
export const wrongPasswordToLink = refusal('accounts.wrong_password_to_link', 'The password is not right.', 'password');
export const noPasswordToLink = refusal(
  'accounts.no_password_to_link',
  'This account has no password yet. Please set one with "Forgot Password?" and sign in with Google again.',
  'password',
);
export const ownRole = refusal('accounts.own_role', 'You cannot take away your own administrator role.', 'role');
export const ownStatus = refusal('accounts.own_status', 'You cannot deactivate your own account.', 'status');
export const ownAccount = refusal('accounts.own_account', 'You cannot delete your own account.');
export const lastAdministrator = refusal('accounts.last_administrator', 'The last active administrator must stay.');
export const activationNeeded = refusal(
  'accounts.activation_needed',
  'Please activate your account first. We have sent you an e-mail.',
);
export const activationLinkSpent = refusal(
  'accounts.activation_link_spent',
  'This link was used before or is too old. Please log in and ask for a new one.',
);
export const alreadyActivated = refusal('accounts.already_activated', 'Your e-mail address is confirmed already.');
export const resetLinkSpent = refusal(
  'accounts.reset_link_spent',
  'This link was used before or is too old. Please ask for a new one.',
);
export const countryChangedAgain = refusal(
  'accounts.country_changed_again',
  'The customer has changed the country again. Please review it once more.',
);
export const addressTaken = refusal('accounts.address_taken', 'Another account uses this e-mail address.', 'new_email');
export const sameAddress = refusal('accounts.same_address', 'This is your e-mail address already.', 'new_email');
export const emailLinkSpent = refusal(
  'accounts.email_link_spent',
  'This link was used before or is too old. Please change the e-mail address again in your account settings.',
);
