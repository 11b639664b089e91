import { describe, expect, test } from 'vitest';
import * as accounts from '../accounts.calls.ts';
import { buildSignedIn } from './accounts.factory.ts';
import { app, openStage } from '../../../server/testing/stage.ts';

openStage();

const FORM = {
  username: 'ana',
  full_name: 'Ana Petrova',
  email: 'ana@example.com',
  password: 'Copper-Lathe-88',
  phone: '+389 70 123-456',
  country: 'North Macedonia',
};
const INVISIBLE = ['ana\u202Egnp.exe', '\u2066ana\u2069', 'a\u200Bna', 'ana\u001B[31m', 'ana\r\nBcc: all@example.com'];

describe.each(INVISIBLE)('a name with control or direction characters (%j)', (name) => {
  test.each(['username', 'full_name', 'country'])('is refused as %s in a registration', async (field) => {
    const { status, body } = await app.call(accounts.register, { ...FORM, [field]: `${name}x` });
    expect([status, body.field, body.message]).toEqual([400, field, 'A name may not contain invisible characters.']);
  });

  test.each(['username', 'country'])('is refused as %s in a profile', async (field) => {
    const user = await buildSignedIn(app.deps);
    const { username, phone, country } = FORM;
    const wish = { username, phone, country, [field]: `${name}x` };
    const { status, body } = await app.call(accounts.updateMyUser, wish, user);
    expect([status, body.field, body.message]).toEqual([400, field, 'A name may not contain invisible characters.']);
  });
});
