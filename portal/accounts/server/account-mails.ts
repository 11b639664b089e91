import type { Letter } from '../../../server/mail/letter.ts';
import { nameInMail } from '../../../server/mail/name-in-mail.ts';

const NOT_YOU = 'If you did not ask for this, you need not do anything.';

export function activationLetter(name: string, url: string): Letter {
  return {
    subject: 'Please confirm your e-mail address',
    greeting: `Hello ${nameInMail(name)},`,
    paragraphs: ['welcome to Tunedesk. Please confirm that this e-mail address is yours.'],
    action: { label: 'Confirm e-mail address', url },
    closing: ['The link works once, for 72 hours.', NOT_YOU],
  };
}

export function resetLetter(name: string, url: string): Letter {
  return {
    subject: 'Reset your password',
    greeting: `Hello ${nameInMail(name)},`,
    paragraphs: ['you asked to set a new password for Tunedesk.'],
    action: { label: 'Set a new password', url },
    closing: ['The link works once, for 30 minutes.', NOT_YOU],
  };
}

/** To the address that is wanted. */
export function newAddressLetter(name: string, url: string): Letter {
  return {
    subject: 'Please confirm your new e-mail address',
    greeting: `Hello ${nameInMail(name)},`,
    paragraphs: ['this address was entered as the new e-mail address of a Tunedesk account. Please confirm it.'],
    action: { label: 'Confirm new e-mail address', url },
    closing: ['The link works once, for 24 hours. Until then nothing changes.', NOT_YOU],
  };
}

/** To the address that is still in use, as soon as another one is wanted. */
export function addressChangeRequestedLetter(name: string, newEmail: string): Letter {
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
export function addressChangedLetter(name: string, newEmail: string): Letter {
  return {
    subject: 'Your e-mail address was changed',
    greeting: `Hello ${nameInMail(name)},`,
    paragraphs: [
      `your Tunedesk account now has the e-mail address ${newEmail}. Links that were sent to this address before have stopped working.`,
      'If this was not you, write to your portal’s operator at once.',
    ],
  };
}
