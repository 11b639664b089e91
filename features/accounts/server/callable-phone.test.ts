import { getCountryCallingCode } from 'libphonenumber-js';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../../server/testing/app.ts';
import * as accounts from '../accounts.calls.ts';
import { COUNTRIES } from '../country.ts';
import { buildSignedIn } from './accounts.factory.ts';
import { requireCallablePhone } from './user-creation.ts';

test.each([
  ['North Macedonia', '+38970123456', '+389 70 123 456'],
  ['North Macedonia', '+389 070 123-456', '+389 70 123 456'],
  ['North Macedonia', '+3890038970123456', '+389 70 123 456'],
  ['North Macedonia', '0038970123456', '+389 70 123 456'],
  ['North Macedonia', '070123456', '+389 70 123 456'],
  ['Germany', '+490151 12345678', '+49 1511 2345678'],
  ['Germany', '+49 170 1234567', '+49 170 1234567'],
  ['Germany', '+389 70 123 456', '+389 70 123 456'],
  ['Germany', '+490038970123456', '+389 70 123 456'],
  // The zero belongs to Italian numbers.
  ['Italy', '+3906 1234 5678', '+39 06 1234 5678'],
  ['Italy', '+39333 123 4567', '+39 333 123 4567'],
  ['', '+41 44 123 45 67', '+41 44 123 45 67'],
])('in %s "%s" is stored as "%s"', (country, phone, stored) => {
  expect(requireCallablePhone(phone, country)).toBe(stored);
});

test.each([
  ['North Macedonia', '+389- - - -'],
  ['North Macedonia', '- - - -'],
  ['North Macedonia', '+38900000000'],
  ['North Macedonia', '+3891'],
  ['Germany', '+49+++++'],
  ['', '070123456'],
  ['Atlantis', '12345678'],
])('in %s "%s" is no number that can be called', (country, phone) => {
  expect(() => requireCallablePhone(phone, country)).toThrow('This is not a number that can be called.');
});

test('every country of the list has the dial code that its numbers are read with', () => {
  expect(COUNTRIES.map(({ iso }) => `+${getCountryCallingCode(iso)}`)).toEqual(COUNTRIES.map(({ dial }) => dial));
});

describe('a phone number', { tags: ['X-VAL-04'] }, () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startTestApp();
  });
  afterAll(() => app.stop());

  const form = (phone: string) => ({
    username: 'blagoja',
    full_name: 'Blagoja Petrov',
    email: 'garage@example.com',
    password: 'Copper-Lathe-88',
    phone,
    country: 'North Macedonia',
  });

  test('is stored as it can be called: without the national zero behind the dial code', async () => {
    const { body } = await app.call(accounts.register, form('+389070 123 456'));
    expect((await app.call(accounts.getMyUser, {}, body)).body.phone).toBe('+389 70 123 456');
    const profile = { username: 'blagoja', country: 'Germany' };
    const reply = await app.call(accounts.updateMyUser, { ...profile, phone: '+4900389 70 123 456' }, body);
    expect(reply.body.phone).toBe('+389 70 123 456');
  });

  test('that is none is refused at its field, and nothing is stored', async () => {
    const refusal = { code: 'accounts.phone_not_callable', field: 'phone' };
    expect(await app.call(accounts.register, form('+389- - - -'))).toMatchObject({ status: 400, body: refusal });
    const user = await buildSignedIn(app.deps);
    const profile = { username: 'New name', phone: '00000', country: 'Germany' };
    expect(await app.call(accounts.updateMyUser, profile, user)).toMatchObject({ status: 400, body: refusal });
    expect((await app.call(accounts.getMyUser, {}, user)).body.username).toBe(user.username);
  });

  test('stored before there were such rules does not hold up other changes', async () => {
    const user = await buildSignedIn(app.deps, { phone: '+1 2345' });
    const profile = { username: 'New name', phone: '+1 2345', country: 'Germany' };
    expect((await app.call(accounts.updateMyUser, profile, user)).body).toMatchObject({ ...profile });
  });
});
