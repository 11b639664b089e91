import { type Mail, SHOP, greetingOf, nameInMail } from '../../../server/mail/outbox.ts';
import { storedText } from '../../../contract/texts.ts';
import { withUnicodeDomain } from '../../../contract/unicode-domain.ts';
import type { Database } from '../../../server/database/connect.ts';
import type { Actor, Deps } from '../../../server/http/call.ts';
import { recordChange } from '../../staff/audit/server/audit.ts';
import type { InputOf } from '../../../contract/endpoint.ts';
import { type Language, findLanguage } from '../../../contract/languages.ts';
import type * as contract from '../accounts.calls.ts';

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

/** Mail to a user whom an administrator has added, or to a colleague of that customer. */
export const composeInvitationMail = (name: string, url: string, customer?: string): Mail => ({
  subject: storedText('mails.invitationSubject', { shop: SHOP }),
  greeting: greetingOf(name),
  paragraphs: [
    customer === undefined
      ? storedText('mails.invited', { shop: SHOP })
      : storedText('mails.invitedByColleague', { name: nameInMail(customer), shop: SHOP }),
  ],
  action: { label: storedText('mails.choosePassword'), url },
  closing: [storedText('mails.linkFor7Days'), storedText('mails.invitedByMistake')],
});

/** Mail to the customer as whom the invited colleague can order. */
export const composeColleagueInvitedMail = (name: string, colleague: { username: string; email: string }): Mail => ({
  subject: storedText('mails.colleagueInvitedSubject', { shop: SHOP }),
  greeting: greetingOf(name),
  paragraphs: [
    storedText('mails.colleagueInvited', {
      name: nameInMail(colleague.username),
      address: withUnicodeDomain(colleague.email),
      shop: SHOP,
    }),
    storedText('mails.secondFactorNotYou'),
  ],
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

/** Stores the language that its owner chose for the account: for every device, and for all that is written to it. */
export async function updateMyLanguage(
  { db }: Pick<Deps, 'db'>,
  actor: Actor,
  { language }: InputOf<typeof contract.updateMyLanguage>,
): Promise<{ language: Language }> {
  await db.transaction().execute(async (tx) => {
    const before = await tx
      .selectFrom('users')
      .select(['language', 'username'])
      .where('id', '=', actor.id)
      .forNoKeyUpdate()
      .executeTakeFirstOrThrow();
    await tx.updateTable('users').set({ language }).where('id', '=', actor.id).execute();
    const subject = { kind: 'USER', id: actor.id, name: before.username } as const;
    await recordChange(tx, actor, { kind: 'CONTACT', subject, field: 'language', from: before.language, to: language });
  });
  return { language };
}

/**
 * Returns the language in which the page continues after a sign-in. An account without one takes on that of the page
 * from which it signs in; undefined when neither is known.
 */
export async function chooseSignInLanguage(
  db: Database,
  userId: number,
  ofPage: Language | null,
): Promise<{ language?: Language }> {
  const user = await db.selectFrom('users').select('language').where('id', '=', userId).executeTakeFirstOrThrow();
  const own = findLanguage(user.language ?? '');
  if (own !== null) return { language: own };
  if (ofPage === null) return {};
  await db.updateTable('users').set({ language: ofPage }).where('id', '=', userId).execute();
  return { language: ofPage };
}
