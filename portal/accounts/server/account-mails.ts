import type { Letter } from '../../../server/mail/letter.ts';

const NOT_YOU = 'If you did not ask for this, you need not do anything.';

export function activationLetter(name: string, url: string): Letter {
  return {
    subject: 'Please confirm your e-mail address',
    greeting: `Hello ${name},`,
    paragraphs: ['welcome to Tunedesk. Please confirm that this e-mail address is yours.'],
    action: { label: 'Confirm e-mail address', url },
    closing: ['The link works once, for 72 hours.', NOT_YOU],
  };
}

export function resetLetter(name: string, url: string): Letter {
  return {
    subject: 'Reset your password',
    greeting: `Hello ${name},`,
    paragraphs: ['you asked to set a new password for Tunedesk.'],
    action: { label: 'Set a new password', url },
    closing: ['The link works once, for 30 minutes.', NOT_YOU],
  };
}
