import { readFileSync, readdirSync } from 'node:fs';
import { findKeys } from 'i18next-cli';
import { beforeAll, describe, expect, test } from 'vitest';
import { sentences as librarySentences } from '../../ecu/sentences.ts';
import config from '../../i18next.config.ts';
import { COMPLETE_LANGUAGES, LANGUAGES } from '../../contract/languages.ts';
import { productSources, type Source } from './product-sources.ts';

type Catalogue = Record<string, string>;

const read = (code: string) => JSON.parse(readFileSync(`contract/languages/${code}.json`, 'utf8')) as Catalogue;
const ONE = '_one';
const isSingular = (key: string) => key.endsWith(ONE);
const englishTexts = read('en');
/** Without the singulars, which belong to their text. */
const english = Object.fromEntries(Object.entries(englishTexts).filter(([key]) => !isSingular(key)));
const codes = readdirSync('contract/languages').flatMap((name) =>
  name.endsWith('.json') ? [name.slice(0, -'.json'.length)] : [],
);
const isComplete = (code: string) => COMPLETE_LANGUAGES.some((complete) => complete === code);
const catalogues = codes.map((code) => ({ code, texts: read(code) }));
const sources = productSources();
const sourceText = sources.map(({ text }) => text).join('\n');

/** Prefix before the code of a sentence of the ECU library, without the code's own `ecu.`. */
const OF_LIBRARY = 'errors.ecu.';

const PLURAL = /_(?:one|many|other)$/;
const stemOf = (key: string) => (Object.hasOwn(english, key) ? key : key.replace(PLURAL, ''));
const mapValues = <Value, Result>(record: Record<string, Value>, map: (value: Value) => Result) =>
  Object.fromEntries(Object.entries(record).map(([key, value]) => [key, map(value)]));
const placesOf = (text: string) => [...new Set(text.match(/\{\w+\}/g))].toSorted();

/** How a key can be used other than by a call of `t`: as the value of a record, or as a sentence of the ECU library. */
const shapes = sourceText.replaceAll(/\$\{(?:[^{}]|\{[^{}]*\})*\}/g, '{}').replaceAll(String.raw`\'`, "'");
function isNamed(key: string): boolean {
  if (key.startsWith(OF_LIBRARY)) return Object.hasOwn(librarySentences, key.slice(OF_LIBRARY.length));
  if (key.startsWith('errors.')) return sourceText.includes(`'${key}'`);
  const sentence = (english[key] ?? '').replaceAll(/\{\w+\}/g, '{}');
  return key.startsWith('words.') ? isWord(key) : shapes.includes(sentence);
}
const isWord = (key: string) => new RegExp(`\\b${key.slice('words.'.length)}\\b`, 'i').test(sourceText);

const CONFIGURATION = ['vite.config.ts', 'i18next.config.ts', 'tools/vite/draw-pages.mjs', 'app/web/public/theme.js'];
const LISTS = ['contract/languages.ts', 'features/files/file-field-labels.ts'];
const CODE = new RegExp(`['"/|]?(?<!\\w)(?:${codes.join('|')})['":|]`, 'g');

/** Whether a file has the codes of three languages close together, in any form of list. */
function listsLanguages({ text }: Source): boolean {
  const found = [...text.matchAll(CODE)].map(({ 0: code, index }) => ({ code: code.replaceAll(/\W/g, ''), index }));
  return found.some(({ index }) => {
    const near = found.filter((one) => one.index >= index && one.index < index + 120);
    return new Set(near.map(({ code }) => code)).size > 2;
  });
}

test('a language needs a catalogue, file labels and one entry in one list: no other file lists languages', () => {
  expect(LANGUAGES.map(({ code }) => code).toSorted()).toEqual(codes.toSorted());
  const files = [...sources, ...CONFIGURATION.map((path) => ({ path, text: readFileSync(path, 'utf8') }))];
  // The library is a separate package, whose descriptions fall back to English.
  const portal = files.filter(({ path }) => !path.startsWith('ecu/'));
  expect(
    portal
      .filter(listsLanguages)
      .map(({ path }) => path)
      .toSorted(),
  ).toEqual(LISTS);
});

let asked: ReadonlySet<string>;
beforeAll(async () => {
  const { allKeys } = await findKeys(config);
  asked = new Set([...allKeys.values()].map(({ key }) => key));
});

test('the keys are found in the sources', () => {
  expect(asked.size).toBeGreaterThan(1200);
  expect(asked).toContain('errors.files.not_ready');
  expect(asked).toContain('common.priceStatus');
});

test('every text that the sources use has an English version', () => {
  expect(asked.size).toBeGreaterThan(500);
  expect([...asked].filter((key) => !Object.hasOwn(english, key))).toEqual([]);
});

test('every text is used', () => {
  expect(Object.keys(english).length).toBeGreaterThan(500);
  expect(Object.keys(english).filter((key) => !asked.has(key) && !isNamed(key))).toEqual([]);
});

test('a word from the data is unchanged in English', () => {
  const words = Object.entries(english).filter(([key]) => key.startsWith('words.'));
  expect(words.length).toBeGreaterThan(40);
  expect(words.filter(([key, word]) => key.slice('words.'.length).replaceAll('_', ' ') !== word)).toEqual([]);
});

test('a sentence of the ECU library has the same English text as in the library', () => {
  const own = Object.entries(english).filter(([key]) => key.startsWith(OF_LIBRARY));
  expect(Object.fromEntries(own.map(([key, text]) => [key.slice(OF_LIBRARY.length), text]))).toEqual(librarySentences);
});

const words = (text: string) => new Set(text.trim().split(/\s+/));

/** Shares of a whole ("3 of 5"), measures whose units have one form, and texts. */
const NOT_COUNTED = words(`
  all at choices chosen done enough files files_left k line megabytes megabytes_left more outside page points right
  sent shown total amount balance credits day free_mb high least low minutes offset percent price reserve_mb seconds
  size speed time wait when address before code codes column country decimal ecu email field file file_id first from
  grouped id label model modified name number original other part previous provider reference server_role sha256 shop
  solutions text ticket_id title to username version
`);
/** Sentences about several things, and those whose number has a fixed limit above one. */
const ALWAYS_SEVERAL = words(`
  staff.bin.introduction errors.analysis.zip_of_many errors.analysis.zip_of_several errors.ecu.bytes_long
  errors.ecu.bytes_short errors.ecu.several_dtc_tables errors.ecu.several_tables_match errors.ecu.text_of_several_parts errors.fields.limit_range errors.fields.most_ids
  errors.further-files.too_many errors.notes.most_tags errors.reports.period_too_long
`);
const UNIT = /^(?:CRS|EUR|MB|Mo|kB|kO|min|s)\b/;

/** Texts of features/dtc-off/web/verify.html, which chooses between singular and plural itself. */
const isPagesOwn = (key: string) => key.startsWith('verify.');

/** Finds values directly before a word: a number there makes the word singular or plural. */
const namesBeforeWords = (text: string) =>
  [...text.matchAll(/\{(\w+)\}[ \u00A0]+(?=(\p{L}.*))/gu)].flatMap(([, name = '', rest = '']) =>
    UNIT.test(rest) ? [] : [name],
  );

describe.each(catalogues)('$code', ({ code, texts }) => {
  test('has a singular for every text with a number before a word', () => {
    const counted = Object.entries(texts).filter(
      ([key, text]) => !isSingular(key) && !ALWAYS_SEVERAL.has(key) && namesBeforeWords(text).includes('count'),
    );
    expect(counted.length).toBeGreaterThan(isComplete(code) ? 20 : -1);
    expect(counted.filter(([key]) => !Object.hasOwn(texts, key + ONE))).toEqual([]);
  });

  test('has no number before a word that is named other than “count”, by which its plural would be found', () => {
    const others = Object.entries(texts).flatMap(([key, text]) =>
      ALWAYS_SEVERAL.has(key) || isPagesOwn(key)
        ? []
        : namesBeforeWords(text).flatMap((name) =>
            name === 'count' || NOT_COUNTED.has(name) ? [] : [`${key}: ${name}`],
          ),
    );
    const names = Object.values(texts).flatMap(namesBeforeWords);
    expect(names.includes('count')).toBe(isComplete(code) || names.includes('count'));
    expect(others).toEqual([]);
  });

  test('has a text with exactly the same placeholders for every sentence of the ECU library', () => {
    const names = Object.keys(librarySentences).filter((name) => isComplete(code) || OF_LIBRARY + name in texts);
    const own = Object.fromEntries(names.map((name) => [name, texts[OF_LIBRARY + name]]));
    expect(mapValues(own, (text) => (text === undefined ? null : placesOf(text)))).toEqual(
      Object.fromEntries(names.map((name) => [name, placesOf((librarySentences as Catalogue)[name] ?? '')])),
    );
  });

  test('has no text that English has not, and every text if it is complete', () => {
    const stems = [...new Set(Object.keys(texts).map(stemOf))];
    expect(stems.filter((stem) => !Object.hasOwn(english, stem))).toEqual([]);
    const missing = Object.keys(english).filter((key) => !Object.hasOwn(texts, key));
    expect(isComplete(code) ? missing : []).toEqual([]);
  });

  test('has the placeholders of every text, and no text is empty', () => {
    const wrong = Object.entries(texts).filter(([key, text]) => {
      const [own, expected] = [placesOf(text), placesOf(english[stemOf(key)] ?? '')];
      const isSame = own.join() === expected.join();
      // A singular needs no number: "one file".
      return text.trim() === '' || !(isSame || (stemOf(key) !== key && own.length === 0));
    });
    expect(Object.keys(texts).length).toBeGreaterThan(isComplete(code) ? 500 : 0);
    expect(wrong).toEqual([]);
  });
});

test('in French, a sign of two parts is behind a no-break space, so that it never begins a line on its own', () => {
  const loose = Object.entries(read('fr')).filter(([, text]) => / [:;?!»]|« /u.test(text));
  expect(Object.values(read('fr')).filter((text) => /[\u{A0}\u{202F}][:;?!»]/u.test(text)).length).toBeGreaterThan(200);
  expect(loose).toEqual([]);
});

test.each(codes)('no word of %s has letters of two scripts, which only look the same', (code) => {
  const mixed = Object.entries(read(code)).filter(([, text]) =>
    /\p{Script=Cyrillic}\p{Script=Latin}|\p{Script=Latin}\p{Script=Cyrillic}/u.test(text),
  );
  expect(mixed).toEqual([]);
});
