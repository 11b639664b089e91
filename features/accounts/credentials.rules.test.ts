import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { login, requestPasswordReset, resetPassword, register } from './accounts.calls.ts';
import * as rules from './credentials.rules.ts';

const firstIssue = (schema: z.ZodMiniType, input: unknown, field: string) =>
  z.safeParse(schema, input).error?.issues.find(({ path }) => path[0] === field)?.message;

const texts = fc.oneof(
  fc.string({ maxLength: 40 }),
  fc.string({ minLength: 120, maxLength: 135 }),
  fc.string({ minLength: 240, maxLength: 270 }),
  fc.string({ minLength: 1000, maxLength: 1050 }),
  fc.emailAddress(),
  fc.string({ minLength: 55, maxLength: 65 }),
  fc.stringMatching(/^[0-9+\- ]{0,45}$/),
  fc.constantFrom(
    '',
    ' ',
    'a\u200Bb',
    '\uFEFF',
    ' ana\u202E',
    '+49 1x',
    'ana',
    'ana@example',
    ' ana@example.com ',
    'a.@example.com',
    "o'neil@example.co.uk",
    'info@müller-tuning.de',
    'инфо@почта.рф',
    'info@почта.рф',
    'a@müller.de/x',
    'a@ü',
  ),
);

test('the login form refuses the same input as the server, with the same messages', { tags: ['X-VAL-10'] }, () => {
  fc.assert(
    fc.property(texts, texts, (email, password) => {
      const { input } = login;
      expect(rules.checkLoginEmail(email)).toBe(firstIssue(input, { email, password }, 'email'));
      expect(rules.checkGivenPassword(password)).toBe(firstIssue(input, { email, password }, 'password'));
    }),
    { numRuns: 400 },
  );
});

test('the forgotten-password form refuses the same addresses as the server, with the same messages', () => {
  fc.assert(
    fc.property(texts, (email) => {
      const expected = firstIssue(requestPasswordReset.input, { email }, 'email');
      expect(rules.checkEmailAddress(email)).toBe(expected);
    }),
    { numRuns: 400 },
  );
});

test('the form refuses the length of a new password just as the server does, with the same messages', () => {
  fc.assert(
    fc.property(texts, (password) => {
      const expected = firstIssue(resetPassword.input, { token: 'a'.repeat(43), password }, 'password');
      expect(rules.checkNewPassword(password)).toBe(expected);
    }),
    { numRuns: 400 },
  );
});

test('the registration form refuses the same input as the server, with the same messages', () => {
  const fields = [
    ['username', rules.checkUsername],
    ['full_name', rules.checkFullName],
    ['email', rules.checkEmailAddress],
    ['country', rules.checkCountry],
    ['phone', rules.checkPhone],
    ['password', rules.checkNewPassword],
  ] as const;
  fc.assert(
    fc.property(texts, (text) => {
      for (const [field, check] of fields) {
        expect([field, check(text)]).toEqual([field, firstIssue(register.input, { [field]: text }, field)]);
      }
    }),
    { numRuns: 400 },
  );
});

test.each([
  ['info@müller-tuning.de', 'info@xn--mller-tuning-dlb.de'],
  [' Info@MÜLLER-Tuning.de ', 'Info@xn--mller-tuning-dlb.de'],
  ['info@почта.рф', 'info@xn--80a1acny.xn--p1ai'],
  ['ana@example.com', 'ana@example.com'],
])('an address may have a domain in any alphabet: %s', (typed, stored) => {
  expect(rules.checkEmailAddress(typed)).toBeUndefined();
  expect(z.parse(requestPasswordReset.input, { email: typed })).toEqual({ email: stored });
});

test.each(['info@müller.de/evil.com', 'info@müller', 'müller@', 'info@müller.de:25', 'info@１２７.0.0.1'])(
  'what is no address stays none: %s',
  (typed) => {
    expect(rules.checkEmailAddress(typed)).toBeDefined();
    expect(z.safeParse(requestPasswordReset.input, { email: typed }).success).toBe(false);
  },
);
