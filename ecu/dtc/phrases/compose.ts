import { grammars } from './grammar.ts';
import type { Place } from './grammar.ts';
import type { Noun, Phrase, PhraseLanguage } from './phrase.ts';
import type { Meaning } from './phrase-tables.ts';

export type Words = {
  components: ReadonlyMap<string, Readonly<Record<PhraseLanguage, Noun>>>;
  conditions: ReadonlyMap<string, Readonly<Record<PhraseLanguage, string>>>;
};

/**
 * Composes the sentence for a meaning: `EGR valve > position sensor A @b1` and `low` become "EGR valve position sensor
 * A, bank 1: signal too low". Throws for a word that no table has, which is a mistake in one of our tables.
 */
export function compose(words: Words, { component, condition }: Meaning, language: PhraseLanguage): string {
  const { and } = grammars[language];
  const [, names = '', written = ''] = /^(.*?)(?: @(\S+))?$/.exec(component) ?? [];
  const subject = names
    .split(' + ')
    .map((name) => composeName(words, name, language))
    .join(` ${and} `);
  const places = composePlaces(written, language);
  const text = words.conditions.get(condition)?.[language];
  if (text === undefined) throw new Error(`No such condition: ${condition}`);
  return `${capitalise([subject, ...places].join(', '))}: ${text}`;
}

function composeName(words: Words, name: string, language: PhraseLanguage): string {
  const { join } = grammars[language];
  const { text, suffix } = name
    .split(' > ')
    .map((part) => composePhrase(words, part, language))
    .reduce((inner, outer) => join(outer, inner));
  return text + suffix;
}

function composePhrase({ components }: Words, part: string, language: PhraseLanguage): Phrase {
  const whole = components.get(part);
  if (whole) return { ...whole[language], suffix: '' };
  const space = part.lastIndexOf(' ');
  const noun = components.get(part.slice(0, space));
  if (!noun) throw new Error(`No such component: ${part}`);
  return { ...noun[language], suffix: part.slice(space) };
}

/** `b1,s2,cold`: bank and sensor form one part, and each of the others a part of its own. */
function composePlaces(written: string, language: PhraseLanguage): string[] {
  if (written === '') return [];
  const { places } = grammars[language];
  const named = written.split(',').map((one) => {
    const [, place = one, number = ''] = /^([bscu])(\d+)$/.exec(one) ?? [];
    return { isNumbered: number !== '', text: `${places[place as Place]} ${number}`.trim() };
  });
  const numbered = named.filter(({ isNumbered }) => isNumbered).map(({ text }) => text);
  const others = named.filter(({ isNumbered }) => !isNumbered).map(({ text }) => text);
  return [...(numbered.length > 0 ? [numbered.join(' ')] : []), ...others];
}

const capitalise = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
