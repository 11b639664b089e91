import { expect, test } from 'vitest';
import { joinDtcText, MAX_DTC_TEXT_LENGTH } from './files.rules.ts';

test('listed codes are appended to the typed text, each once', () => {
  expect(joinDtcText('', ['P0401', 'P0402', 'P0401'])).toBe('P0401 P0402');
  expect(joinDtcText('egr, p0402', ['P0401', 'P0402'])).toBe('egr p0402 P0401');
  expect(joinDtcText('P0401', [])).toBe('P0401');
});

test('codes that do not fit are left out as a whole, and the text shows it', () => {
  const codes = Array.from({ length: 200 }, (_, index) => `P${String(1000 + index)}`);
  const text = joinDtcText('typed', codes);
  expect(text.length).toBeLessThanOrEqual(MAX_DTC_TEXT_LENGTH);
  const [first, ...words] = text.split(' ');
  expect([first, words.at(-1)]).toEqual(['typed', '…']);
  expect(words.slice(0, -1)).toEqual(codes.slice(0, words.length - 1));
});
