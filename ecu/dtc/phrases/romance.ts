import { joined } from './phrase.ts';
import type { Joiner, Phrase } from './phrase.ts';

type Articles = Record<'m' | 'f' | 'mp' | 'fp', string>;

const genderOf = ({ gender }: Phrase): keyof Articles => (gender === 'n' || gender === 'p' ? 'm' : gender);

const ofSpanish: Articles = { m: 'del ', f: 'de la ', mp: 'de los ', fp: 'de las ' };

export const spanish: Joiner = (outer, inner) =>
  joined(outer, ' ', `${ofSpanish[genderOf(inner)]}${inner.text}${inner.suffix}`);

const ofItalian: Articles = { m: 'del ', f: 'della ', mp: 'dei ', fp: 'delle ' };
/** Before a vowel, and before s with a consonant, z, gn, ps, x and y. */
const ofItalianBeforeVowel: Articles = { m: 'dell’', f: 'dell’', mp: 'degli ', fp: 'delle ' };
const ofItalianBeforeS: Articles = { m: 'dello ', f: 'della ', mp: 'degli ', fp: 'delle ' };

function italianArticle(text: string): Articles {
  if (/^[aeiou]/i.test(text)) return ofItalianBeforeVowel;
  return /^(?:s[^aeiou\s]|z|gn|ps|x|y)/i.test(text) ? ofItalianBeforeS : ofItalian;
}

export const italian: Joiner = (outer, inner) =>
  joined(outer, ' ', `${italianArticle(inner.text)[genderOf(inner)]}${inner.text}${inner.suffix}`);

const ofFrench: Articles = { m: 'du ', f: 'de la ', mp: 'des ', fp: 'des ' };
const ofFrenchBeforeVowel: Articles = { m: 'de l’', f: 'de l’', mp: 'des ', fp: 'des ' };

/** In the words of this field an h is silent, except in haut and haute. */
const frenchArticle = (text: string): Articles =>
  /^(?:[aeiouéèêâ]|h(?!aut))/i.test(text) ? ofFrenchBeforeVowel : ofFrench;

export const french: Joiner = (outer, inner) =>
  joined(outer, ' ', `${frenchArticle(inner.text)[genderOf(inner)]}${inner.text}${inner.suffix}`);
