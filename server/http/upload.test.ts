import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { cleanFileName } from './upload.ts';

describe('the name of an uploaded file', () => {
  test.each([
    ['Golf 5.bin', 'Golf 5.bin'],
    ['C:\\fakepath\\Golf 5.bin', 'Golf 5.bin'],
    ['../../etc/passwd', 'passwd'],
    ['..\\..\\boot.ini', 'boot.ini'],
    ['/etc/', 'file.bin'],
    ['', 'file.bin'],
    ['.', 'file.bin'],
    ['..', 'file.bin'],
    ['   ', 'file.bin'],
    ['a\u0000b\r\nc\u007F.bin', 'abc.bin'],
    ['gpj.\u202Eexe.bin', 'gpj.exe.bin'],
    ['\u2066hidden\u2069.bin', 'hidden.bin'],
    ['Датотека ЕЦУ 🚗.bin', 'Датотека ЕЦУ 🚗.bin'],
    ['.htaccess', '.htaccess'],
    [`${'a'.repeat(300)}.bin`, `${'a'.repeat(196)}.bin`],
    [`${'a'.repeat(150)}.${'b'.repeat(100)}`, `${'a'.repeat(150)}.${'b'.repeat(49)}`],
    [`${'🚗'.repeat(150)}.ori`, `${'🚗'.repeat(98)}.ori`],
    ['<img src=x onerror=alert(1)>.bin', '<img src=x onerror=alert(1)>.bin'],
  ])('%j becomes %j', (name, clean) => {
    expect(cleanFileName(name)).toBe(clean);
  });

  test('any input becomes one path segment: not empty, at most 200 characters, no control characters', () => {
    const awkward = fc.constantFrom('/', '\\', '..', '.', '\0', '\n', '\u202E', '\u2066', ' ', '🚗', 'a'.repeat(90));
    const name = fc
      .array(fc.oneof(fc.string({ unit: 'binary' }), awkward), { maxLength: 8 })
      .map((parts) => parts.join(''));
    fc.assert(
      fc.property(name, (text) => {
        const clean = cleanFileName(text);
        expect(clean.length).toBeGreaterThan(0);
        expect(clean.length).toBeLessThanOrEqual(200);
        // oxlint-disable-next-line no-control-regex -- these are the characters that must be gone
        expect(clean).not.toMatch(/[/\\\u0000-\u001F\u007F\u202A-\u202E\u2066-\u2069]/);
        expect(['.', '..']).not.toContain(clean);
        expect(clean.isWellFormed()).toBe(true);
        expect(cleanFileName(clean)).toBe(clean);
      }),
      { numRuns: 3000 },
    );
  });
});
