import { domainToUnicode } from 'node:url';
import { expect, test } from 'vitest';
import { withAsciiDomain } from '../features/accounts/email.rules.ts';
import { withUnicodeDomain } from './unicode-domain.ts';

test.each([
  'müller-tuning.de',
  'почта.рф',
  'ü.de',
  'größe-straße.example.com',
  '例え.テスト',
  'тјунинг.мкд',
  'ааааа-b.eu',
])('an address at %s is shown to people with the letters of its domain', (domain) => {
  const stored = withAsciiDomain(`Info@${domain}`);
  expect(stored).toContain('xn--');
  expect(withUnicodeDomain(stored)).toBe(`Info@${domainToUnicode(stored.slice(5))}`);
  expect(withUnicodeDomain(stored)).toBe(`Info@${domain}`);
});

test.each(['info@example.com', 'xn--user@example.com', 'info@xn--.de', 'info@xn--99999999999.de'])(
  'any other address is shown as it is: %s',
  (email) => expect(withUnicodeDomain(email)).toBe(email),
);
