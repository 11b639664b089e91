import type { Phrase, Joiner } from './phrase.ts';

const capitalise = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** des Steuergeräts, der Pumpe, der elektrischen Pumpe. */
function genitive({ text, gender, suffix }: Phrase): string {
  const words = text.split(' ');
  const adjective = hasAdjective(text) ? `${words.shift()?.replace(/(?:er|es|e)$/, '')}en ` : '';
  const [noun = '', ...rest] = words;
  const isWithS = gender === 'm' || gender === 'n';
  return `${isWithS ? 'des' : 'der'} ${adjective}${[isWithS ? withS(noun) : noun, ...rest].join(' ')}${suffix}`;
}

function withS(word: string): string {
  if (/(?:bus|gas|netz|schloss)$/i.test(word)) return word.endsWith('bus') ? `${word}ses` : `${word}es`;
  return /[sxzß]$/.test(word) ? word : `${word}s`;
}

/** Abgastemperatur where both words allow a compound, and Ventil der Pumpe where they do not. */
export const german: Joiner = (outer, inner) =>
  outer.isAppended && inner.stem !== null && inner.suffix === ''
    ? joinCompound(outer, inner.stem)
    : withGenitive(outer, inner);

function joinCompound(outer: Phrase, stem: string): Phrase {
  const append = (word: string) => stem + (stem.endsWith('-') ? capitalise(word) : word);
  return { ...outer, text: append(outer.text), stem: outer.stem === null ? null : append(outer.stem) };
}

function withGenitive(outer: Phrase, inner: Phrase): Phrase {
  const text = hasAdjective(outer.text) ? outer.text : capitalise(outer.text);
  return { ...outer, text: `${text}${outer.suffix} ${genitive(inner)}`, suffix: '', stem: null };
}

/** elektrische Pumpe: the adjective stays in lower case unless the sentence begins with it. */
const hasAdjective = (text: string): boolean => /^\p{Ll}\S* \p{Lu}/u.test(text);
