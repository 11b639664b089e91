import { hash } from '@node-rs/argon2';
import { expect, test } from 'vitest';
import { app, openStage } from '../../../server/testing/stage.ts';
import * as contract from '../accounts.calls.ts';
import { buildUser } from './accounts.factory.ts';

openStage();

/** The same word as two systems type it: ü as one sign, and as u with dots. */
const AS_ONE_SIGN = 'Münz-Lathe-88'.normalize('NFC');
const AS_TWO_SIGNS = AS_ONE_SIGN.normalize('NFD');

const logIn = async (email: string, password: string) => (await app.call(contract.login, { email, password })).status;

const readPasswordHash = async (id: number) =>
  (await app.db.selectFrom('users').select('password_hash').where('id', '=', id).executeTakeFirstOrThrow())
    .password_hash;

test('a password with an umlaut lets its owner in, however the system types the umlaut', async () => {
  expect(AS_ONE_SIGN).not.toBe(AS_TWO_SIGNS);
  const email = 'muenz@example.com';
  const fields = { username: 'muenz', full_name: 'Ana', phone: '+389 70 111 222', country: 'North Macedonia' };
  const registered = await app.call(contract.register, { ...fields, email, password: AS_ONE_SIGN });
  expect(registered.status).toBe(201);
  expect([await logIn(email, AS_ONE_SIGN), await logIn(email, AS_TWO_SIGNS)]).toEqual([200, 200]);
});

test('a hash made of the password as it was typed still lets its owner in, and is replaced by one for every form', async () => {
  const before = await hash(AS_TWO_SIGNS, { memoryCost: 1024, timeCost: 1 });
  const { id, email } = await buildUser(app.deps, { password_hash: before });
  expect([await logIn(email, AS_ONE_SIGN), await logIn(email, AS_TWO_SIGNS)]).toEqual([401, 200]);
  expect(await readPasswordHash(id)).not.toBe(before);
  expect([await logIn(email, AS_ONE_SIGN), await logIn(email, AS_TWO_SIGNS)]).toEqual([200, 200]);
});

test('of two log-ins that replace such a hash at once, both let the owner in', async () => {
  const password_hash = await hash(AS_TWO_SIGNS, { memoryCost: 1024, timeCost: 1 });
  const { email } = await buildUser(app.deps, { password_hash });
  expect(await Promise.all([logIn(email, AS_TWO_SIGNS), logIn(email, AS_TWO_SIGNS)])).toEqual([200, 200]);
});
