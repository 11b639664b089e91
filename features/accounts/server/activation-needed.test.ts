import { expect, test } from 'vitest';
import { openTicket } from '../../tickets/tickets.calls.ts';
import { buildFile } from '../../files/server/files.factory.ts';
import { buildSignedIn } from './accounts.factory.ts';
import { app, openStage } from '../../../server/testing/stage.ts';

openStage({ config: { activation: 'required' } });

const HOUR_MS = 3_600_000;
const activationMails = async (email: string) =>
  app.db
    .selectFrom('mails')
    .select(['id', 'key'])
    .where('recipient', '=', email)
    .where('key', 'like', 'activate:%')
    .execute();

/** A user with an unconfirmed address who tries to create something. */
async function buildUnconfirmed() {
  const customer = await buildSignedIn(app, { verified: false });
  const file = await buildFile(app, { user_id: customer.id });
  const create = async () => {
    const { status, body } = await app.call(
      openTicket,
      { fileId: file.id, message: 'Hello?' },
      { token: customer.token },
    );
    return [status, body.message];
  };
  return { ...customer, create };
}

const REFUSED = [400, 'Please activate your account first. We have sent you an email.'];

test('a refusal with "We have sent you an e-mail." sends exactly one mail to a user who never got one', async () => {
  const { email, create } = await buildUnconfirmed();
  expect(await activationMails(email)).toEqual([]);
  expect(await Promise.all([create(), create()])).toEqual([REFUSED, REFUSED]);
  expect(await create()).toEqual(REFUSED);
  expect(await activationMails(email)).toHaveLength(1);
});

test('an expired link is followed by a new one', async () => {
  const { email, create } = await buildUnconfirmed();
  await create();
  app.clock.advance(71 * HOUR_MS);
  await create();
  expect(await activationMails(email)).toHaveLength(1);
  app.clock.advance(2 * HOUR_MS);
  await create();
  expect(await activationMails(email)).toHaveLength(2);
});

test('a mail that the mail server has rejected does not count as sent', async () => {
  const { email, create } = await buildUnconfirmed();
  await create();
  const [mail] = await activationMails(email);
  await app.db
    .updateTable('mails')
    .set({ refused_at: new Date() })
    .where('id', '=', mail?.id ?? 0)
    .execute();
  expect(await create()).toEqual(REFUSED);
  expect(await activationMails(email)).toHaveLength(2);
});

test('a user with a confirmed address gets neither the refusal nor a mail', async () => {
  const customer = await buildSignedIn(app, { verified: true });
  const file = await buildFile(app, { user_id: customer.id });
  const reply = await app.call(openTicket, { fileId: file.id, message: 'Hello?' }, { token: customer.token });
  expect(reply.status).toBe(201);
  expect(await activationMails(customer.email)).toEqual([]);
});
