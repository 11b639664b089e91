import { readMacedonianNoun, readNoun } from './phrase.ts';
import type { Noun, PhraseLanguage } from './phrase.ts';
import { phraseLanguages } from './phrase.ts';

/** The texts of `ecu/dtc/texts`: lines of components, of conditions, and of codes by who defines them. */
export type PhraseTexts = {
  components: string;
  conditions: string;
  codes: Readonly<Record<string, string>>;
};

/** What a code means: which component, and what is wrong with it. */
export type Meaning = { component: string; condition: string };

/** `EGR valve; AGR-Ventil/- n; …` by the English name, which is also how the tables of codes name it. */
export function readComponents(lines: string): Map<string, Record<PhraseLanguage, Noun>> {
  return new Map(
    rowsOf(lines).map((row) => {
      const [english = '', german = '', macedonian = '', spanish = '', italian = '', french = ''] = columnsOf(row);
      const nouns = {
        en: { text: english, definite: english, gender: 'n', stem: null, isAppended: false } as const,
        de: readNoun(german),
        mk: readMacedonianNoun(macedonian),
        es: readNoun(spanish),
        it: readNoun(italian),
        fr: readNoun(french),
      };
      return [english, nouns];
    }),
  );
}

/** `low; signal too low; Signal zu niedrig; …` by the word in front. */
export function readConditions(lines: string): Map<string, Record<PhraseLanguage, string>> {
  return new Map(
    rowsOf(lines).map((row) => {
      const [key = '', ...texts] = columnsOf(row);
      const pairs = phraseLanguages.map((language, index) => [language, texts[index] ?? ''] as const);
      return [key, Object.fromEntries(pairs) as Record<PhraseLanguage, string>];
    }),
  );
}

/** `P0031 oxygen sensor heater @b1,s1: ctl-low ctl-high` gives the code and those that follow it one condition each. */
export function readCodes(lines: string, next: (code: string) => string): Map<string, Meaning> {
  const meanings = new Map<string, Meaning>();
  for (const row of rowsOf(lines)) {
    const colon = row.lastIndexOf(': ');
    const space = row.indexOf(' ');
    const component = row.slice(space + 1, colon);
    let code = row.slice(0, space);
    for (const condition of row.slice(colon + 2).split(' ')) {
      meanings.set(code, { component, condition });
      code = next(code);
    }
  }
  return meanings;
}

const rowsOf = (lines: string): string[] => lines.split('\n').filter((line) => line !== '' && !line.startsWith('#'));

const columnsOf = (row: string): string[] => row.split(';').map((column) => column.trim());
