import { dictionary } from '@zxcvbn-ts/language-common';
import { expect, test } from 'vitest';
import { Refusal } from '../../refusal.ts';
import type { Owner } from '../guessable-password.rules.ts';
import { refuseGuessable } from './guessable-passwords.ts';

const codeOf = (password: string, owner: Owner = {}): Promise<string | null> =>
  refuseGuessable(password, owner).then(
    () => null,
    (error: unknown) => (error as Refusal).code,
  );

test('the 3 000 most common passwords that are long enough are refused', async () => {
  const longEnough = dictionary['passwords-common'].map(String).filter((password) => password.length >= 8);
  const most = longEnough.slice(0, 3000);
  const codes = await Promise.all(most.map((password) => codeOf(password)));
  expect(most.length).toBe(3000);
  expect(codes.filter((code) => code !== 'accounts.common_password')).toEqual([]);
});

test.each(['        ', 'aaaaaaaaaaaa', '12121212', '87654321', 'Password1!', 'SUNSHINE', ' qwertyuiop '])(
  '%j is too common',
  async (password) => {
    expect(await codeOf(password)).toBe('accounts.common_password');
  },
);

const ANA: Owner = { username: 'anatuning', full_name: 'Ana Petrova-Kostova', email: 'ana.petrova@garage.example' };

test.each([
  ['anatuning2026', 'the username and a year'],
  ['Petrova!1', 'a part of the e-mail address'],
  ['Ana.Petrova#9', 'the e-mail address before the @'],
  ['ana.petrova@garage.example', 'the e-mail address'],
  ['petrova-kostova-7', 'a part of the full name'],
  ['TuneDesk-2026', 'the name of the portal'],
  ['tunedesktunedesk', 'the name of the portal twice'],
])('%j is made of well-known information: %s', async (password) => {
  expect(await codeOf(password, ANA)).toBe('accounts.personal_password');
});

test.each([
  ['Copper-Lathe-88', 'has nothing of the owner'],
  ['petrova likes long walks', 'has enough beside the name'],
  ['anadrome-fish-42', 'a name of three letters is part of many words'],
])('%j is accepted: %s', async (password) => {
  expect(await codeOf('petrova', ANA)).not.toBeNull();
  expect(await codeOf(password, ANA)).toBeNull();
});
