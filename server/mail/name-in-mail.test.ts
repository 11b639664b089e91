import fc from 'fast-check';
import { expect, test } from 'vitest';
import { nameInMail } from './outbox.ts';

test.each([
  ['Ана Петрова', 'Ана Петрова'],
  ['Dr. Ana', 'Dr. Ana'],
  ['Golf 5.bin', 'Golf 5.bin'],
  ['golf.v2.ori', 'golf·v2.ori'],
  ['second-version.txt', 'second-version.txt'],
  ['smoke.JPG', 'smoke.JPG'],
  ['evil.zip', 'evil·zip'],
  [`${'x'.repeat(36)}.jpeg`, `${'x'.repeat(36)}·jp…`],
  [`${'x'.repeat(37)}. Ana`, `${'x'.repeat(37)}…`],
  ['visit evil.example/win now', 'visit evil·example win now'],
  ['https://evil.example', 'https evil·example'],
  ['www.evil.com', 'www·evil·com'],
  ['mailto:a@evil.com', 'mailto a evil·com'],
  ['evil。com', 'evil·com'],
  ['evil．com', 'evil·com'],
  ['ev\u200Bil.c\u202Eom', 'evil·com'],
  ['a\r\nBcc: b@c.de', 'aBcc b c·de'],
  ['<a href="//evil.com">x</a>', '<a href=" evil·com">x< a>'],
  ['x'.repeat(60), `${'x'.repeat(39)}…`],
  ['👨‍👩‍👧'.repeat(3), expect.stringMatching(/^\S{3,}$/) as string],
])('%j is shown as %j', (name, shown) => {
  expect(nameInMail(name)).toEqual(shown);
});

test('whatever a name is, it is one line of at most 40 characters without an address', () => {
  const awkward = fc.constantFrom('.', '://', 'www.', '.com', '@', '\r\n', '\u202E', '。', '．', ' ', 'bin', 'a', '/');
  const name = fc
    .array(fc.oneof(fc.string({ unit: 'binary' }), awkward), { maxLength: 12 })
    .map((parts) => parts.join(''));
  fc.assert(
    fc.property(name, (text) => {
      const shown = nameInMail(text);
      expect([...new Intl.Segmenter('en').segment(shown)].length).toBeLessThanOrEqual(40);
      expect(
        shown.replace(/\.(bin|ori|mod|hex|frf|sgo|s19|dat|txt|csv|log|pdf|png|jpe?g|gif|webp)$/iu, ''),
      ).not.toMatch(/[@:/\\\r\n]|[.。．｡․]\S/u);
    }),
    { numRuns: 2000 },
  );
});
