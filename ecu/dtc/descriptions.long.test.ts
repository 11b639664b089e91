import { expect, test } from 'vitest';
import { describeWith, loadDescriptions } from './descriptions.ts';
import { phrases } from './phrases.generated.ts';
import { readCodes, readComponents, readConditions } from './phrases/phrase-tables.ts';
import type { Meaning } from './phrases/phrase-tables.ts';
import { grammars } from './phrases/grammar.ts';
import type { Place } from './phrases/grammar.ts';
import { phraseLanguages } from './phrases/phrase.ts';
import type { PhraseLanguage } from './phrases/phrase.ts';
import { codeAfter, whoDefines } from './spelling.ts';

const describeDtc = describeWith({
  components: [
    'EGR valve; AGR-Ventil/- n; вентил[от] за EGR; válvula EGR f; valvola EGR f; vanne EGR f',
    'heater; ~heizung f; греач[от]; calefactor m; riscaldatore m; chauffage m',
    'air sensor; Luftsensor m; сензор[от]; sensor m; sensore m; capteur m',
  ].join('\n'),
  conditions: ['low', 'high', 'malfunction']
    .map((key) => `${key}; ${key}; ${key}; ${key}; ${key}; ${key}; ${key}`)
    .join('\n'),
  codes: {
    sae: 'P0401 EGR valve: low high',
    volkswagen: 'P1557 EGR valve > heater: high\nP1600 heater: low',
    ford: 'P1102 air sensor: low\nP0401 air sensor: high\nP1600 heater: low',
    kia: 'P1700 heater: low',
    mss54: '01 heater: malfunction',
  },
});

test('a code defined by SAE has one text for all cars, but a text of the maker takes precedence', () => {
  expect(describeDtc('P0401')).toEqual({ text: 'EGR valve: low', source: 'standard' });
  expect(describeDtc('P0402', { vehicleManufacturer: 'BMW' })).toEqual({ text: 'EGR valve: high', source: 'standard' });
  expect(describeDtc('P0401', { vehicleManufacturer: 'Ford' })).toEqual({
    text: 'Air sensor: high',
    source: 'manufacturer',
  });
});

test("a maker's code is described only by the table of the car's own maker", () => {
  expect(describeDtc('P1102', { vehicleManufacturer: 'Ford' })?.text).toBe('Air sensor: low');
  expect(describeDtc('P1102', { vehicleManufacturer: 'BMW' })).toBeNull();
  for (const vehicleManufacturer of ['Audi', 'Škoda', 'SEAT', 'Volkswagen Group']) {
    expect(describeDtc('P1557', { vehicleManufacturer })?.text).toBe('EGR valve heater: high');
  }
  expect(describeDtc('P1557', { vehicleManufacturer: 'Volkswagen', language: 'de' })?.text).toBe(
    'AGR-Ventil-Heizung: high',
  );
});

test('without a known maker, a maker’s code has a text only where two makers agree', () => {
  expect(describeDtc('P1600')?.text).toBe('Heater: low');
  expect(describeDtc('P1700')).toBeNull();
  expect(describeDtc('P1999')).toBeNull();
  expect(describeDtc('P0401', { vehicleManufacturer: 'constructor' })?.source).toBe('standard');
});

test('a fault number is described only in the family whose table contains it', () => {
  expect(describeDtc('01', { family: 'mss54', vehicleManufacturer: 'BMW' })?.text).toBe('Heater: malfunction');
  expect(describeDtc('01', { family: 'edc16', vehicleManufacturer: 'BMW' })).toBeNull();
  // The name of the standard's table is not accepted as the name of a family.
  expect(describeDtc('P0401', { family: 'sae' })?.source).toBe('standard');
});

test('a code without a text is described by the only component that its fault path watches', () => {
  const sharedWith = ['P0401', 'P0402', '4A7D'];
  expect(describeDtc('4507', { sharedWith })).toEqual({ text: 'EGR valve: malfunction', source: 'same entry' });
  const volkswagen = { vehicleManufacturer: 'Volkswagen' };
  expect(describeDtc('4507', { ...volkswagen, sharedWith: ['P0401', 'P1600'] })).toBeNull();
  expect(describeDtc('4507', { sharedWith: ['4A7D'] })).toBeNull();
});

const tables = Object.entries(phrases.codes).map(([name, lines]) => ({ name, codes: readCodes(lines, codeAfter) }));
const describeOne = await loadDescriptions();
const nouns = readComponents(phrases.components);
const conditionPhrases = readConditions(phrases.conditions);

/** Whether a text contains, in its own language, every word for the components, the places and the condition. */
function hasPhraseWords({ component, condition }: Meaning, language: PhraseLanguage, text: string): boolean {
  const [names = '', places] = component.split(' @');
  const hasNouns = names.split(/ [+>] /).every((name) => {
    const noun = (nouns.get(name) ?? nouns.get(name.slice(0, name.lastIndexOf(' '))))?.[language];
    return noun !== undefined && [noun.text, noun.definite].some((words) => hasEach(text, words, language));
  });
  const hasPlaces = (places?.split(',') ?? []).every((place) =>
    hasEach(text, grammars[language].places[place.replace(/^([bscu])\d+$/, '$1') as Place], language),
  );
  return hasNouns && hasPlaces && text.endsWith(`: ${conditionPhrases.get(condition)?.[language]}`);
}

/** In a German text, adjectives may have other endings, so these are not compared. */
function hasEach(text: string, words: string, language: PhraseLanguage): boolean {
  const endings = language === 'de' ? /(?:er|es|e)$/ : '';
  const stems = words.toLowerCase().split(' ');
  return stems.every((word) => text.toLowerCase().includes(word.replace(endings, '')));
}

test('every code of a table is composed in every language, with words of that language', () => {
  expect(tables.length).toBeGreaterThan(1);
  for (const { name, codes } of tables) {
    for (const [code, meaning] of codes) {
      const texts = phraseLanguages.map(
        (language) => describeOne(code, { family: name, vehicleManufacturer: name, language })?.text ?? '',
      );
      for (const text of texts) expect(text, code).toMatch(/^[\p{Lu}\d].*: \S.*[\p{L}\d)]$/u);
      expect(texts[2], code).toMatch(/[\u0400-\u04FF]/);
      const foreign = phraseLanguages.filter(
        (language, index) => !hasPhraseWords(meaning, language, texts[index] ?? ''),
      );
      expect(foreign, code).toEqual([]);
    }
  }
});

test("the standard's table contains only codes defined by SAE, the makers' tables contain none", () => {
  const listed = tables.flatMap(({ name, codes }) => [...codes.keys()].map((code) => ({ name, code })));
  const misplaced = listed.filter(({ name, code }) => (whoDefines(code) === 'SAE') !== (name === 'sae'));
  expect(misplaced).toEqual([]);
  expect(listed.filter(({ name }) => name === 'sae').length).toBeGreaterThan(9000);
});

test('no code occurs twice in a table', () => {
  expect(tables.length).toBeGreaterThan(1);
  for (const { name, codes } of tables) {
    const rows = (phrases.codes[name] ?? '').split('\n');
    const count = rows.reduce((sum, row) => sum + row.slice(row.lastIndexOf(': ') + 2).split(' ').length, 0);
    expect(count, name).toBe(codes.size);
  }
});

test('every component and every condition is used by some code', () => {
  const meanings = tables.flatMap(({ codes }) => [...codes.values()]);
  expect(meanings.length).toBeGreaterThan(1000);
  const conditions = new Set(meanings.map(({ condition }) => condition));
  expect([...readConditions(phrases.conditions).keys()].filter((key) => !conditions.has(key))).toEqual([]);
  const components = meanings.map(({ component }) => component).join('\n');
  const unused = [...readComponents(phrases.components).keys()].filter((name) => !components.includes(name));
  expect(unused).toEqual([]);
});
