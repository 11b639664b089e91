import { dictionary } from '@zxcvbn-ts/language-common';
import { expect, test } from 'vitest';
import { Refusal } from '../../../contract/refusal.ts';
import type { Owner } from '../guessable-password.rules.ts';
import { isEnough, ratePassword } from '../password-strength.rules.ts';
import { refuseGuessable } from './passwords.ts';

const findRefusalCode = (password: string, owner: Owner = {}): Promise<string | null> =>
  refuseGuessable(password, owner).then(
    () => null,
    (error: unknown) => (error as Refusal).code,
  );

test('the 3 000 most common passwords that are long enough are refused', async () => {
  const longEnough = dictionary['passwords-common'].map(String).filter((password) => password.length >= 8);
  const most = longEnough.slice(0, 3000);
  const codes = await Promise.all(most.map((password) => findRefusalCode(password)));
  expect(most.length).toBe(3000);
  expect(codes.filter((code) => code !== 'accounts.common_password')).toEqual([]);
});

test.each(['        ', 'aaaaaaaaaaaa', '12121212', '87654321', 'Password1!', 'SUNSHINE', ' qwertyuiop '])(
  '%j is too common',
  async (password) => {
    expect(await findRefusalCode(password)).toBe('accounts.common_password');
  },
);

test.each([
  ['P@ssword1', 'a sign in place of a letter, and a digit behind it'],
  ['Admin@123', 'digits and a sign behind it'],
  ['Welcome2026!', 'a year and a sign behind it'],
  ['Pa$$w0rd2026', 'signs and digits in place of letters'],
  ['2026-Sunshine', 'a year before it'],
  ['p.a.s.s.w.o.r.d', 'points between its letters'],
  ['Pässwörd12', 'dots over its letters'],
])('%j is as common as the word in it: %s', async (password) => {
  expect(await findRefusalCode(password)).toBe('accounts.common_password');
});

test.each(['abcdefghij', 'correcthorsebattery', 'kupferdrehbank'])(
  '%j is weak for the server as on the page',
  async (password) => {
    expect(isEnough(ratePassword(password))).toBe(false);
    expect(await findRefusalCode(password)).toMatch(/^accounts\.(weak|common)_password$/);
  },
);

const ANA: Owner = {
  username: 'anatuning',
  full_name: 'Ana Petrova-Kostova',
  email: 'ana.petrova@garage.example',
  shop: 'Skopje Chips',
};

test.each([
  ['anatuning2026', 'the username and a year'],
  ['Petrova-Ana!1', 'the parts of the e-mail address, turned round'],
  ['Ana.Petrova#9', 'the e-mail address before the @'],
  ['ana.petrova@garage.example', 'the e-mail address'],
  ['petrova-kostova-7', 'a part of the full name'],
  ['TuneDesk-2026', 'the name of the portal'],
  ['tunedesktunedesk', 'the name of the portal twice'],
  ['Audi-Tuning1', 'a maker and a word of the trade'],
  ['Merced3s-Benz_2026', 'a maker in other signs'],
  ['Skopje-Chips7!', 'the name of the shop'],
])('%j is made of well-known information: %s', async (password) => {
  expect(await findRefusalCode(password, ANA)).toBe('accounts.personal_password');
});

test.each([
  ['Copper-Lathe-88', 'has nothing of the owner'],
  ['petrova likes long walks', 'has enough beside the name'],
  ['anadrome-fish-42', 'a name of three letters is part of many words'],
])('%j is accepted: %s', async (password) => {
  expect(await findRefusalCode('petrova', ANA)).not.toBeNull();
  expect(await findRefusalCode(password, ANA)).toBeNull();
});
