import { setTimeout } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { app, openStage } from '../../../server/testing/stage.ts';
import { createAccessToken } from '../access-tokens.calls.ts';
import { requestEmailChange } from '../account-changes.calls.ts';
import { changePassword, login } from '../accounts.calls.ts';
import { beginPasskey } from '../passkeys.calls.ts';
import { BUILT_PASSWORD, buildSignedIn } from './accounts.factory.ts';
import { openSession } from './sessions.ts';

openStage();

const CURRENT = { current_password: BUILT_PASSWORD };

/** Has the owner choose another password while a call waits between checking the old one and doing what it is for. */
async function overtake<Reply>(email: string, place: string, begin: () => Promise<Reply>, token: string) {
  const row = { account: email, address: place, network: '10.0.0.0', failed_at: app.clock.now(), is_known: true };
  await app.ownerDb.insertInto('login_failures').values(row).execute();
  let call: Promise<Reply> | undefined;
  await app.ownerDb.transaction().execute(async (tx) => {
    // The right password makes earlier failures forgotten, and waits for this row.
    await tx.selectFrom('login_failures').select('id').where('account', '=', email).forUpdate().execute();
    call = begin();
    const counted = app.ownerDb.selectFrom('login_failures').select('id').where('account', '=', email);
    await expect.poll(async () => (await counted.execute()).length).toBe(2);
    await setTimeout(300);
    const input = { ...CURRENT, new_password: 'Copper-Lathe-88' };
    expect((await app.call(changePassword, input, { token })).status).toBe(200);
  });
  return call as Promise<Reply>;
}

test('a log-in whose password was changed while it was checked opens no session', async () => {
  const { email, token } = await buildSignedIn(app.deps);
  const logIn = () => app.call(login, { email, password: BUILT_PASSWORD });
  expect((await overtake(email, '127.0.0.1', logIn, token)).status).toBe(401);
});

test.each([
  ['an access token', createAccessToken, { name: 'Mine', days: 7, capabilities: [] }],
  ['another e-mail address', requestEmailChange, { new_email: 'mine@example.com' }],
  ['another password', changePassword, { new_password: 'Copper-Lathe-89' }],
  ['a passkey', beginPasskey, {}],
] as const)('a session that the owner has just ended does not get %s', async (_, endpoint, input) => {
  const owner = await buildSignedIn(app.deps, { verified: false });
  const session = app.db.selectFrom('sessions').select('id').where('user_id', '=', owner.id);
  const { id } = await session.executeTakeFirstOrThrow();
  const begin = () => app.call(endpoint, { ...CURRENT, ...input }, owner);
  const reply = await overtake(owner.email, `session ${id}`, begin, await openSession(app.deps, owner));
  expect([reply.status, (reply.body as { code: string }).code]).toEqual([403, 'session.ended']);
});
