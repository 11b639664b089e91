import { dictionary } from '@zxcvbn-ts/language-common';
import { BRANDS } from '../../contract/brand.ts';
import { foldSpelling, type KnownWords } from './password-spelling.rules.ts';

/**
 * Common passwords, in lower case, that the package's list leaves out, either because its own search finds them in
 * another way or because they are specific to this trade.
 */
const MORE_COMMON_PASSWORDS = [
  '12341234',
  '87654321',
  '987654321',
  '9876543210',
  '0123456789',
  '12345678910',
  'aa12345678',
  'abcdefgh',
  'abcd1234',
  'admin1234',
  'audi1234',
  'bmw12345',
  'changeme123',
  'chiptuning',
  'facebook1',
  'golfgti1',
  'guest123',
  'iphone123',
  'p@ssword',
  'password1!',
  'passwort123',
  'root1234',
  'summer123',
  'summer2024',
  'summer2025',
  'summer2026',
  'toor1234',
  'tuning123',
  'tuning1234',
  'user1234',
  'welcome123',
  'winter123',
  'winter2024',
  'winter2025',
  'winter2026',
];

const PASSWORDS = [
  ...dictionary['passwords-common'].map((password) => password.toLowerCase()),
  ...MORE_COMMON_PASSWORDS,
];

/** About 49 000 passwords. Import this only when a password is being chosen. */
export const KNOWN_WORDS: KnownWords = {
  passwords: new Set([...PASSWORDS, ...PASSWORDS.map(foldSpelling)]),
  trade: [...BRANDS, 'tuning'],
};
