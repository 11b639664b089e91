import { storedText } from '../../../contract/texts.ts';
import type { SessionUser } from '../../../contract/session.ts';
import type { Database } from '../../../server/database/connect.ts';
import type { Deps } from '../../../server/http/call.ts';
import type { Client } from '../../../server/http/client.ts';
import { SHOP, greetingOf, postMail } from '../../../server/mail/outbox.ts';
import { nameBrowser } from './sign-in-places.ts';

/** Tells the owner that somebody has signed in from a place that the account has not used; with the sign-in, or not. */
export async function mailNewPlace(
  { db, clock }: Pick<Deps, 'clock'> & { db: Database },
  user: Pick<SessionUser, 'id' | 'email' | 'username'>,
  { address, userAgent }: Pick<Client, 'address' | 'userAgent'>,
): Promise<void> {
  const browser = nameBrowser(userAgent);
  const text =
    browser === null
      ? storedText('mails.newProgram', { address, shop: SHOP })
      : storedText('mails.newDevice', { browser, address, shop: SHOP });
  await postMail(db, {
    key: `new-place:${user.id}:${clock.now().getTime()}`,
    to: user.email,
    mail: {
      subject: storedText('mails.newDeviceSubject', { shop: SHOP }),
      greeting: greetingOf(user.username),
      paragraphs: [text, storedText('mails.newDeviceNotYou')],
    },
    isAboutAccount: true,
  });
}
