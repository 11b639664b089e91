import { sql } from 'kysely';
import { storedText } from '../../../../contract/texts.ts';
import type { Database } from '../../../../server/database/connect.ts';
import type { Deps } from '../../../../server/http/call.ts';
import { type Mail, SHOP, greetingOf, postMail } from '../../../../server/mail/outbox.ts';
import { selectUserById } from '../accounts.queries.ts';
import { nameCodes } from '../password-attempts.ts';

const NOT_YOU = storedText('mails.secondFactorNotYou');

const CHANGED = storedText('mails.secondFactorChangedSubject', { shop: SHOP });

/** What each mail says: its subject and its paragraphs. */
const MAILS = {
  added: [
    storedText('mails.secondFactorAddedSubject', { shop: SHOP }),
    [storedText('mails.secondFactorAdded', { shop: SHOP }), NOT_YOU],
  ],
  removed: [
    storedText('mails.secondFactorRemovedSubject', { shop: SHOP }),
    [storedText('mails.secondFactorRemoved', { shop: SHOP }), NOT_YOU],
  ],
  reset: [
    storedText('mails.secondFactorRemovedSubject', { shop: SHOP }),
    [storedText('mails.secondFactorReset', { shop: SHOP }), NOT_YOU],
  ],
  appRemoved: [CHANGED, [storedText('mails.appRemoved', { shop: SHOP }), NOT_YOU]],
  wrongCodes: [storedText('mails.wrongCodesSubject', { shop: SHOP }), [storedText('mails.wrongCodes', { shop: SHOP })]],
} as const;

function composeMail(name: string, what: keyof typeof MAILS): Mail {
  const [subject, paragraphs] = MAILS[what];
  return { subject, greeting: greetingOf(name), paragraphs };
}

interface Addressee {
  id: number;
  email: string;
  username: string;
}

/** Tells the owner what happened to the second factor, in the transaction in which it happens. */
export const mailSecondFactor = (
  tx: Database,
  { user, what, now }: { user: Addressee; what: 'added' | 'removed' | 'appRemoved' | 'reset'; now: Date },
): Promise<boolean> =>
  postMail(tx, {
    key: `second-factor-${what}:${user.id}:${now.getTime()}`,
    to: user.email,
    mail: composeMail(user.username, what),
    isAboutAccount: true,
  });

const NO_SECOND_FACTOR = storedText('mails.noSecondFactor', { shop: SHOP });

/** What the mail about a passkey of this name says before `NOT_YOU`. */
const PASSKEY_PARAGRAPHS = {
  passkeyAdded: (name: string) => [storedText('mails.passkeyAdded', { shop: SHOP, name })],
  passkeyRemoved: (name: string) => [storedText('mails.passkeyRemoved', { shop: SHOP, name })],
  lastPasskeyRemoved: (name: string) => [storedText('mails.passkeyRemoved', { shop: SHOP, name }), NO_SECOND_FACTOR],
} as const;

/** Tells the owner about a passkey, in the transaction in which it is added or removed. */
export const mailPasskey = (
  tx: Database,
  { user, what, name, now }: { user: Addressee; what: keyof typeof PASSKEY_PARAGRAPHS; name: string; now: Date },
): Promise<boolean> =>
  postMail(tx, {
    key: `passkey:${user.id}:${now.getTime()}`,
    to: user.email,
    mail: {
      subject: CHANGED,
      greeting: greetingOf(user.username),
      paragraphs: [...PASSKEY_PARAGRAPHS[what](name), NOT_YOU],
    },
    isAboutAccount: true,
  });

/** With this many wrong codes in a day, the owner learns that somebody knows the password. */
const WRONG_CODES = 10;

/** Once a day. */
export async function warnOfWrongCodes(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  { id }: { id: number },
): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const user = await selectUserById(tx, id).executeTakeFirst();
    if (user === undefined) return;
    const { failures } = await tx
      .selectFrom('login_failures')
      .select(sql<number>`count(*)::integer`.as('failures'))
      .where('account', '=', nameCodes(user.email.toLowerCase()))
      .executeTakeFirstOrThrow();
    if (failures < WRONG_CODES) return;
    await postMail(tx, {
      key: `wrong-codes:${id}:${clock.now().toISOString().slice(0, 10)}`,
      to: user.email,
      mail: composeMail(user.username, 'wrongCodes'),
      isAboutAccount: true,
    });
  });
}
