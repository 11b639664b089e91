import { describe, expect, test } from 'vitest';
import { createCsvLine } from '../../contract/csv.ts';
import { plainMaker, readTextTable } from './dtc-texts.rules.ts';

const HEAD = 'code,manufacturer,language,text\n';
const errorsOf = (lines: string) => readTextTable(HEAD + lines).errors;

describe('a table of custom texts', () => {
  test('may contain quotes, line breaks of any kind and the letters of every language', () => {
    const csv = `\uFEFF${HEAD}p1557,Škoda,de,"Ladedruck, Regelung: ""zu hoch"""\r\n\r\n4A7D,,mk,Филтер\n`;
    expect(readTextTable(csv)).toEqual({
      texts: [
        { code: 'P1557', manufacturer: 'skoda', language: 'de', description: 'Ladedruck, Regelung: "zu hoch"' },
        { code: '4A7D', manufacturer: '', language: 'mk', description: 'Филтер' },
      ],
      errors: [],
    });
  });

  test('may be separated by semicolons or tabs, as spreadsheets in other languages write it', () => {
    const semicolons = readTextTable('Code;Manufacturer;Language;Text\nP1557;;en;Boost, too high\n');
    expect(semicolons.texts[0]?.description).toBe('Boost, too high');
    expect(readTextTable('code\tmanufacturer\tlanguage\ttext\nP1557\t\ten\tBoost').texts).toHaveLength(1);
  });

  test.each(['-5 V', 'Boost; -10 %', 'Boost;-10 %', 'a;"=b'])('reads %s as it was exported', (description) => {
    const line = createCsvLine('en')(['P1557', '', 'en', description]);
    expect(readTextTable(HEAD + line).texts[0]?.description).toBe(description);
  });

  test.each([
    ['P1557,,en\n', '4 columns are expected, and 3 were found'],
    ['X1557,,en,Text\n', '"X1557" is not a trouble code'],
    ['P1557,,pl,Text\n', '"pl" is not one of en, de, mk, es, it, fr'],
    ['P1557,,en,\n', 'The text is empty'],
    [`P1557,,en,${'x'.repeat(201)}\n`, 'A text has at most 200 characters'],
    [`P1557,${'m'.repeat(61)},en,Text\n`, 'A manufacturer has at most 60 characters'],
    ['P1557,,en,"two\nlines"\n', 'The text must be one line'],
    ['P1557,,en,a "quoted" word\n', '4 columns are expected, and 0 were found'],
  ])('%j: %s', (line, error) => {
    expect(errorsOf(line)).toEqual([{ line: 2, error }]);
  });

  test('reports every wrong line by its number, even after a text of several lines', () => {
    const errors = errorsOf('P1557,,en,"one\ntwo"\nP1558,,en,Right\nP1559,,xx,Wrong\nP1558,,en,Again\n');
    expect(errors.map(({ line }) => line)).toEqual([2, 5, 6]);
    expect(errors.at(-1)?.error).toBe('The same code stands in the table twice');
  });

  test('must begin with column names', () => {
    const { texts, errors } = readTextTable('P1557,,en,Text\n');
    expect(texts).toEqual([]);
    expect(errors).toEqual([{ line: 1, error: 'The first line must be code,manufacturer,language,text' }]);
    expect(readTextTable('').errors).toHaveLength(1);
  });
});

test('a maker is the same whatever its case and accents', () => {
  expect(new Set([' Škoda', 'SKODA', 'skoda '].map(plainMaker))).toEqual(new Set(['skoda']));
});
