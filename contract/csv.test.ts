import { expect, test } from 'vitest';
import { LANGUAGE_CODES } from './languages.ts';
import { createCsvLine } from './csv.ts';

const csvLine = createCsvLine('en');

test.each<[string, (string | number | null)[], string]>([
  ['plain cells', ['a', 12.5, -30, null], 'a,12.5,-30,\r\n'],
  ['a comma', ['a,b'], '"a,b"\r\n'],
  ['quotes', ['a "b"'], '"a ""b"""\r\n'],
  ['a line break', ['a\nb'], '"a\nb"\r\n'],
  ['a semicolon, a list separator elsewhere,', ['a;b'], '"a;b"\r\n'],
  ['a tab', ['a\tb'], '"a\tb"\r\n'],
  ['letters of other languages', ['Ана'], 'Ана\r\n'],
])('%s cannot shift the columns', (_what, cells, line) => {
  expect(csvLine(cells)).toBe(line);
});

test.each(['=1+2', '+1', '-1', '@SUM(A1)'])('the text %j is never run as a formula', (text) => {
  expect(csvLine([text])).toBe(`'${text}\r\n`);
});

test('text after a tab is never a formula', () => {
  expect(csvLine(['\tx'])).toBe('"\'\tx"\r\n');
});

test.each([
  ["a;=cmd|'C calc'!A0;.bin", `"a;'=cmd|'C calc'!A0;.bin"`],
  ['a\t@SUM(A1)', `"a\t'@SUM(A1)"`],
  ['a\n+1', `"a\n'+1"`],
  ['a;"=1+2"', `"a;'""=1+2"""`],
  ['a; b;c', '"a; b;c"'],
])('if a spreadsheet splits %j, no part of it is run as a formula', (text, cell) => {
  expect(csvLine([1, text])).toBe(`1,${cell}\r\n`);
});

test.each(LANGUAGE_CODES.filter((code) => code !== 'en'))(
  'in %s spreadsheets open a table by themselves: cells are separated by ";", and decimals have a comma',
  (code) => {
    expect(createCsvLine(code)(['a', 12.5, -30.25, 7, null])).toBe('a;12,5;-30,25;7;\r\n');
    expect(createCsvLine(code)(['a;b', 'a,b', '=1+2'])).toBe(`"a;b";"a,b";'=1+2\r\n`);
  },
);
