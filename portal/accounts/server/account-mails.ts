import type { Mail } from '../../../server/mail/mail-text.ts';
import { nameInMail } from '../../../server/mail/name-in-mail.ts';

const NOT_YOU = 'If you did not ask for this, you need not do anything.';

export function activationMail(name: string, url: string): Mail {
  return {
    subject: 'Please confirm your e-mail address',
    greeting: `Hello ${nameInMail(name)},`,
    paragraphs: ['Welcome to Tunedesk. Please confirm that this e-mail address is yours.'],
    action: { label: 'Confirm e-mail address', url },
    closing: ['The link works once, for 72 hours.', NOT_YOU],
  };
}

export function resetMail(name: string, url: string): Mail {
  return {
    subject: 'Reset your password',
    greeting: `Hello ${nameInMail(name)},`,
    paragraphs: ['You asked to set a new password for Tunedesk.'],
    action: { label: 'Set a new password', url },
    closing: ['The link works once, for 30 minutes.', NOT_YOU],
  };
}

/** To the requested address. */
export function newAddressMail(name: string, url: string): Mail {
  return {
    subject: 'Please confirm your new e-mail address',
    greeting: `Hello ${nameInMail(name)},`,
    paragraphs: ['This address was entered as the new e-mail address of a Tunedesk account. Please confirm it.'],
    action: { label: 'Confirm new e-mail address', url },
    closing: ['The link works once, for 24 hours. Until then nothing changes.', NOT_YOU],
  };
}

/** To the address that is still in use, as soon as another one is requested. */
export function addressChangeRequestedMail(name: string, newEmail: string): Mail {
  return {
    subject: 'Your e-mail address is about to change',
    greeting: `Hello ${nameInMail(name)},`,
    paragraphs: [
      `${newEmail} was entered as the new e-mail address of your Tunedesk account. It takes effect when the link that was sent there is opened.`,
      'If this was not you, change your password now: the link stops working.',
    ],
  };
}

/** To the address that is no longer in use. */
export function addressChangedMail(name: string, newEmail: string): Mail {
  return {
    subject: 'Your e-mail address was changed',
    greeting: `Hello ${nameInMail(name)},`,
    paragraphs: [
      `Your Tunedesk account now has the e-mail address ${newEmail}. Links that were sent to this address before have stopped working.`,
      'If this was not you, write to your portal’s operator at once.',
    ],
  };
}
