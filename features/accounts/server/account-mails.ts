import { greetingOf, SHOP, type Mail } from '../../../server/mail/mail-text.ts';
import { storedText } from '../../../contract/texts.ts';
import { withUnicodeDomain } from '../../../contract/unicode-domain.ts';

const NOT_REQUESTED = storedText('mails.notRequested');

export const composeActivationMail = (name: string, url: string): Mail => ({
  subject: storedText('mails.confirmSubject'),
  greeting: greetingOf(name),
  paragraphs: [storedText('mails.welcome', { shop: SHOP })],
  action: { label: storedText('mails.confirm'), url },
  closing: [storedText('mails.linkFor72Hours'), NOT_REQUESTED],
});

export const composeResetMail = (name: string, url: string): Mail => ({
  subject: storedText('mails.resetSubject'),
  greeting: greetingOf(name),
  paragraphs: [storedText('mails.resetRequested', { shop: SHOP })],
  action: { label: storedText('mails.setPassword'), url },
  closing: [storedText('mails.linkFor30Minutes'), NOT_REQUESTED],
});

/** Mail to a user whom an administrator has added. */
export const composeInvitationMail = (name: string, url: string): Mail => ({
  subject: storedText('mails.invitationSubject', { shop: SHOP }),
  greeting: greetingOf(name),
  paragraphs: [storedText('mails.invited', { shop: SHOP })],
  action: { label: storedText('mails.choosePassword'), url },
  closing: [storedText('mails.linkFor7Days'), storedText('mails.invitedByMistake')],
});

/** Mail to the requested new address. */
export const composeNewAddressMail = (name: string, url: string): Mail => ({
  subject: storedText('mails.newAddressSubject'),
  greeting: greetingOf(name),
  paragraphs: [storedText('mails.newAddress', { shop: SHOP })],
  action: { label: storedText('mails.confirmNewAddress'), url },
  closing: [storedText('mails.linkFor24Hours'), NOT_REQUESTED],
});

/** Mail to the address still in use, sent as soon as another one is requested. */
export const composeAddressChangeRequestedMail = (name: string, address: string): Mail => ({
  subject: storedText('mails.addressChangeSubject'),
  greeting: greetingOf(name),
  paragraphs: [
    storedText('mails.addressChange', { address: withUnicodeDomain(address), shop: SHOP }),
    storedText('mails.addressChangeNotYou'),
  ],
});

/** Mail to the address that is no longer in use. */
export const composeAddressChangedMail = (name: string, address: string): Mail => ({
  subject: storedText('mails.addressChangedSubject'),
  greeting: greetingOf(name),
  paragraphs: [
    storedText('mails.addressChanged', { address: withUnicodeDomain(address), shop: SHOP }),
    storedText('mails.addressChangedNotYou'),
  ],
});
