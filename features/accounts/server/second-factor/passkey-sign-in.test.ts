import { describe, expect, test } from 'vitest';
import { app, forgetAttemptsBeforeEach, openStage } from '../../../../server/testing/stage.ts';
import { getMyUser, login } from '../../accounts.calls.ts';
import * as contract from '../../passkeys.calls.ts';
import { takeSecondStep } from '../../second-factor.calls.ts';
import { BUILT_PASSWORD, buildUser } from '../accounts.factory.ts';
import type { Forgery } from './authenticator.factory.ts';
import { buildPasskey } from './second-factor.factory.ts';

openStage();
forgetAttemptsBeforeEach();

type Built = Awaited<ReturnType<typeof buildPasskey>>;
interface Way {
  /** Asks for a passkey: returns the ticket and the challenge. */
  ask: (user: { email: string }) => Promise<{ ticket: string; options: object }>;
  send: (ticket: string, passkey: object) => ReturnType<typeof app.call>;
  /** Returns a ticket for which nothing was asked. */
  begin: (user: { email: string }) => Promise<string>;
}

const build = async (made: { counter?: number } = {}) => {
  const user = await buildUser(app.deps);
  return { user, passkey: await buildPasskey(app.deps, user.id, made) };
};
const sessionsOf = (id: number) => app.db.selectFrom('sessions').select('id').where('user_id', '=', id).execute();
const reasonsOf = async (id: number) => {
  await app.settled();
  const rows = app.db.selectFrom('security_events').select(['event', 'reason']).where('account_id', '=', id);
  return (await rows.execute()).map(({ event, reason }) => `${event} ${reason}`);
};

const beginSecondStep = async ({ email }: { email: string }) => {
  const { body } = await app.call(login, { email, password: BUILT_PASSWORD });
  return (body as { second_step: { ticket: string } }).second_step.ticket;
};

const WAYS: Record<string, Way> = {
  'the log-in with a passkey alone': {
    ask: async () => (await app.call(contract.beginPasskeySignIn, {})).body as { ticket: string; options: object },
    send: (ticket, passkey) => app.call(contract.signInWithPasskey, { ticket, passkey }),
    begin: async () => 'made-up-ticket',
  },
  'the second step with a passkey': {
    ask: async (user) => {
      const ticket = await beginSecondStep(user);
      const asked = await app.call(contract.askForSecondStepPasskey, { ticket });
      return { ticket, options: (asked.body as { options: object }).options };
    },
    send: (ticket, passkey) => app.call(takeSecondStep, { ticket, passkey }),
    begin: beginSecondStep,
  },
};

const REFUSED = { status: 401, body: { values: { reason: 'session.wrong_passkey' } } };
const EXPIRY_MS = 5 * 60_000;

describe.for(Object.entries(WAYS))('%s', ([, { ask, send, begin }]) => {
  const attack = async (
    { user, passkey }: { user: { email: string; id: number }; passkey: Built },
    forgery: Forgery,
  ) => {
    const { ticket, options } = await ask(user);
    return send(ticket, passkey.answer(options, forgery));
  };

  test('opens a session, and the log says how', async () => {
    const { user, passkey } = await build();
    const { ticket, options } = await ask(user);
    const { status, body } = await send(ticket, passkey.answer(options));
    expect(status).toBe(200);
    expect((await app.call(getMyUser, {}, body as { token: string })).body).toMatchObject({ id: user.id });
    expect(await reasonsOf(user.id)).toEqual(['SIGNED_IN PASSKEY']);
  });

  test('refuses an answer that was made on a page at another address', async () => {
    expect(await attack(await build(), { origin: 'https://portal.example.net' })).toMatchObject(REFUSED);
    expect(await attack(await build(), { origin: 'http://localhost:1' })).toMatchObject(REFUSED);
  });

  test('refuses an answer for another portal', async () => {
    expect(await attack(await build(), { rpID: 'example.net' })).toMatchObject(REFUSED);
  });

  test('refuses an answer to a challenge that was answered before', async () => {
    const { user, passkey } = await build();
    const { ticket, options } = await ask(user);
    expect((await send(ticket, passkey.answer(options))).status).toBe(200);
    const next = await ask(user);
    expect(await send(next.ticket, passkey.answer(options))).toMatchObject(REFUSED);
  });

  test('a wrong answer uses the challenge up', async () => {
    const { user, passkey } = await build();
    const { ticket, options } = await ask(user);
    expect(await send(ticket, passkey.answer(options, { isVerified: false }))).toMatchObject(REFUSED);
    expect(await send(ticket, passkey.answer(options))).toMatchObject(REFUSED);
  });

  test('an answer that was sent before opens no second session', async () => {
    const { user, passkey } = await build();
    const { ticket, options } = await ask(user);
    const answer = passkey.answer(options);
    const replies = [await send(ticket, answer), ...(await Promise.all([send(ticket, answer), send(ticket, answer)]))];
    expect(replies.map(({ status }) => status === 200)).toEqual([true, false, false]);
    expect(await sessionsOf(user.id)).toHaveLength(1);
  });

  test.for([3, 7])('refuses a counter that has not risen: %i after 7', async (counter) => {
    const { user, passkey } = await build({ counter: 7 });
    expect(await attack({ user, passkey }, { counter })).toMatchObject(REFUSED);
    expect(await sessionsOf(user.id)).toEqual([]);
    expect(await reasonsOf(user.id)).toEqual(['LOGIN_FAILED WRONG_PASSKEY']);
  });

  test('refuses the counter 0 of a passkey that has counted, and takes it from one that never does', async () => {
    expect(await attack(await build({ counter: 7 }), { counter: 0 })).toMatchObject(REFUSED);
    const never = await build();
    for (let at = 0; at < 2; at += 1) expect((await attack(never, { counter: 0 })).status).toBe(200);
  });

  test('refuses the passkey of another user', async () => {
    const [victim, thief] = [await build(), await build()];
    const handle = app.db.selectFrom('passkeys').select('user_handle').where('id', '=', victim.passkey.id);
    const { user_handle } = await handle.executeTakeFirstOrThrow();
    const { ticket, options } = await ask(victim.user);
    const reply = await send(ticket, thief.passkey.answer(options, { userHandle: user_handle }));
    expect(reply).toMatchObject(REFUSED);
    const again = await ask(victim.user);
    const stolen = { ...thief.passkey.answer(again.options), id: victim.passkey.credentialId };
    expect(await send(again.ticket, { ...stolen, rawId: victim.passkey.credentialId })).toMatchObject(REFUSED);
    expect(await sessionsOf(victim.user.id)).toEqual([]);
  });

  test('refuses an answer after five minutes', async () => {
    const { user, passkey } = await build();
    const { ticket, options } = await ask(user);
    app.clock.advance(EXPIRY_MS + 1000);
    expect(await send(ticket, passkey.answer(options))).toMatchObject(REFUSED);
  });

  test('refuses a device that has not checked the person', async () => {
    expect(await attack(await build(), { isVerified: false })).toMatchObject(REFUSED);
  });

  test('opens nothing for a blocked user', async () => {
    const { user, passkey } = await build();
    const { ticket, options } = await ask(user);
    await app.db.updateTable('users').set({ status: 'DEACTIVE' }).where('id', '=', user.id).execute();
    expect((await send(ticket, passkey.answer(options))).status).not.toBe(200);
    expect(await sessionsOf(user.id)).toEqual([]);
  });

  test('an answer counts only with the ticket that its challenge came with', async () => {
    const { user, passkey } = await build();
    const { options } = await ask(user);
    expect(await send(await begin(user), passkey.answer(options))).toMatchObject(REFUSED);
  });

  test('an answer counts only for what was asked', async () => {
    const { user, passkey } = await build();
    const { options } = await ask(user);
    for (const other of Object.values(WAYS)) {
      const { ticket } = await other.ask(user);
      expect(await other.send(ticket, passkey.answer(options))).toMatchObject(REFUSED);
    }
  });
});

test('without a password, the device has to say whose passkey it is', async () => {
  const { passkey } = await build();
  const { body } = await app.call(contract.beginPasskeySignIn, {});
  const { ticket, options } = body as { ticket: string; options: object };
  const nameless = passkey.answer(options, { userHandle: undefined });
  expect(await app.call(contract.signInWithPasskey, { ticket, passkey: nameless })).toMatchObject(REFUSED);
});

test('a passkey of the second step is one of the account; asking needs the ticket of the right password', async () => {
  const { user, passkey } = await build();
  const refused = await app.call(contract.askForSecondStepPasskey, { ticket: 'made-up' });
  expect(refused.body).toMatchObject({ code: 'accounts.sign_in_ticket_spent' });
  const { options } = await (WAYS['the second step with a passkey'] as Way).ask(user);
  expect(options).toMatchObject({ allowCredentials: [{ id: passkey.credentialId }], userVerification: 'required' });
});
