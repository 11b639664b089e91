import { parseSync } from 'vite';
import { describe, expect, test } from 'vitest';
import { joinSingulars } from '../../contract/texts.ts';
import { bySentence, findAmbiguous, inline } from './inline-english.ts';
import { readTextPlaces } from './text-places.ts';

const english = joinSingulars({
  'files.open': 'Open',
  'tickets.open': 'Open',
  'files.count': '{count} files',
  'files.count_one': '{count} file',
  'errors.files.gone': 'Gone.',
});
const german = {
  'files.open': 'Öffnen',
  'tickets.open': 'Offen',
  'files.count': '{count} Dateien',
  'files.count_one': '{count} Datei',
  'errors.files.gone': 'Nicht mehr da.',
};
const ambiguous = findAmbiguous(english, [german]);
const built = (code: string) => inline(code, readTextPlaces(parseSync('a.ts', code).program), { english, ambiguous });

describe('the built program', () => {
  test.each([
    ["t('files.count', { count })", 't("{count} files\\u0003{count} file", { count })'],
    ["t(isOpen ? 'files.open' : 'files.count')", 't(isOpen ? "Open" : "{count} files\\u0003{count} file")'],
    ["const label = textKey('files.open');", 'const label = "Open";'],
    ["z.string(invalid('errors.files.gone'))", 'z.string("Gone.")'],
    ["invalid('files.count', { count })", 'invalid("{count} files\\u0003{count} file", { count })'],
    ["refusal('errors.files.gone', 'file')", 'refusal("errors.files.gone\\u0004Gone.", \'file\')'],
    ["can('files.open')", "can('files.open')"],
  ])('has %s as %s', (code, expected) => expect(built(code)).toBe(expected));

  test('keeps the key of a text with the same English as another but a different translation', () => {
    expect(built("t('tickets.open')")).toBe('t("tickets.open\\u0004Open")');
  });

  test('refuses to build with a text that is missing', () => {
    expect(() => built("t('files.nothing')")).toThrow('contract/languages/en.json has no files.nothing');
  });

  test('finds translations by their English text, and refusals by their codes', () => {
    expect(bySentence(german, english, ambiguous)).toEqual({
      Open: 'Öffnen',
      'tickets.open': 'Offen',
      '{count} files\u0003{count} file': '{count} Dateien',
      '{count} files\u0003{count} file_one': '{count} Datei',
      'Gone.': 'Nicht mehr da.',
      'errors.files.gone': 'Nicht mehr da.',
    });
  });
});
