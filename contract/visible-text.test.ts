import fc from 'fast-check';
import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { orNothing, requiredText } from './fields.ts';
import { visibleText } from './visible-text.ts';

test.each([
  ['\u200B', ''],
  [' \u200B\u2060\uFEFF\n', ''],
  ['\u3164\u115F\u2800', ''],
  ['\u202Ecod.exe', 'cod.exe'],
  ['a\u2066b\u2069 \u202Dc\u202C', 'ab c'],
  ['\u001B[31mred', '[31mred'],
  [' two\n\tlines ', 'two\n\tlines'],
  ['👨\u200D🔧 می\u200Cخواهم', '👨\u200D🔧 می\u200Cخواهم'],
])('%j becomes %j', (written, stored) => expect(visibleText(written)).toBe(stored));

test('what people write is the same after a second reading', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      expect(visibleText(visibleText(text))).toBe(visibleText(text));
    }),
  );
});

test('a required text without a visible character is missing, and an optional one is none', () => {
  const required = requiredText('missing', 100);
  expect(z.safeParse(required, '\u200B\u200B').error?.issues[0]?.message).toBe('missing');
  expect(z.parse(required, ' hello\u202E ')).toBe('hello');
  expect(z.parse(orNothing(100), '\u200B')).toBeNull();
});
