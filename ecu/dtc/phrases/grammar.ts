import { joined } from './phrase.ts';
import type { Joiner, Phrase, PhraseLanguage } from './phrase.ts';

type Articles = Record<'m' | 'f' | 'mp' | 'fp', string>;

const genderOf = ({ gender }: Phrase): keyof Articles => (gender === 'n' || gender === 'p' ? 'm' : gender);

const ofSpanish: Articles = { m: 'del ', f: 'de la ', mp: 'de los ', fp: 'de las ' };

const spanish: Joiner = (outer, inner) =>
  joined(outer, ' ', `${ofSpanish[genderOf(inner)]}${inner.text}${inner.suffix}`);

const ofItalian: Articles = { m: 'del ', f: 'della ', mp: 'dei ', fp: 'delle ' };
/** Before a vowel, and before s with a consonant, z, gn, ps, x and y. */
const ofItalianBeforeVowel: Articles = { m: 'dell’', f: 'dell’', mp: 'degli ', fp: 'delle ' };
const ofItalianBeforeS: Articles = { m: 'dello ', f: 'della ', mp: 'degli ', fp: 'delle ' };

function italianArticle(text: string): Articles {
  if (/^[aeiou]/i.test(text)) return ofItalianBeforeVowel;
  return /^(?:s[^aeiou\s]|z|gn|ps|x|y)/i.test(text) ? ofItalianBeforeS : ofItalian;
}

const italian: Joiner = (outer, inner) =>
  joined(outer, ' ', `${italianArticle(inner.text)[genderOf(inner)]}${inner.text}${inner.suffix}`);

const ofFrench: Articles = { m: 'du ', f: 'de la ', mp: 'des ', fp: 'des ' };
const ofFrenchBeforeVowel: Articles = { m: 'de l’', f: 'de l’', mp: 'des ', fp: 'des ' };

/** In the words of this field an h is silent, except in haut and haute. */
const frenchArticle = (text: string): Articles =>
  /^(?:[aeiouéèêâ]|h(?!aut))/i.test(text) ? ofFrenchBeforeVowel : ofFrench;

const french: Joiner = (outer, inner) =>
  joined(outer, ' ', `${frenchArticle(inner.text)[genderOf(inner)]}${inner.text}${inner.suffix}`);

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
const german: Joiner = (outer, inner) =>
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

/** Which of several parts of the same kind: `b1` is bank 1. The number follows the word in every language. */
export type Place =
  | 'b'
  | 's'
  | 'c'
  | 'u'
  | 'cold'
  | 'regen'
  | 'lf'
  | 'rf'
  | 'lr'
  | 'rr'
  | 'front'
  | 'rear'
  | 'left'
  | 'right'
  | 'row2'
  | 'row3';

type Grammar = { join: Joiner; and: string; places: Readonly<Record<Place, string>> };

const places = (
  [b, s, c, u]: readonly [string, string, string, string],
  [cold, regen]: readonly [string, string],
  [front, rear, left, right]: readonly [string, string, string, string],
  [row2, row3]: readonly [string, string],
): Record<Place, string> => {
  const corners = { lf: `${front} ${left}`, rf: `${front} ${right}`, lr: `${rear} ${left}`, rr: `${rear} ${right}` };
  return { b, s, c, u, cold, regen, ...corners, front, rear, left, right, row2, row3 };
};

export const grammars: Readonly<Record<PhraseLanguage, Grammar>> = {
  en: {
    join: (outer, inner) => ({ ...outer, text: `${inner.text}${inner.suffix} ${outer.text}` }),
    and: 'and',
    places: places(
      ['bank', 'sensor', 'cylinder', 'unit'],
      ['cold start', 'regeneration'],
      ['front', 'rear', 'left', 'right'],
      ['second row', 'third row'],
    ),
  },
  de: {
    join: german,
    and: 'und',
    places: places(
      ['Bank', 'Sensor', 'Zylinder', 'Einheit'],
      ['Kaltstart', 'Regeneration'],
      ['vorne', 'hinten', 'links', 'rechts'],
      ['zweite Reihe', 'dritte Reihe'],
    ),
  },
  mk: {
    join: (outer, inner) => joined(outer, ' на ', `${inner.definite}${inner.suffix}`),
    and: 'и',
    places: places(
      ['банка', 'сензор', 'цилиндар', 'единица'],
      ['ладен старт', 'регенерација'],
      ['напред', 'назад', 'лево', 'десно'],
      ['втор ред', 'трет ред'],
    ),
  },
  es: {
    join: spanish,
    and: 'y',
    places: places(
      ['banco', 'sensor', 'cilindro', 'unidad'],
      ['arranque en frío', 'regeneración'],
      ['delante', 'detrás', 'izquierda', 'derecha'],
      ['segunda fila', 'tercera fila'],
    ),
  },
  it: {
    join: italian,
    and: 'e',
    places: places(
      ['bancata', 'sensore', 'cilindro', 'unità'],
      ['avviamento a freddo', 'rigenerazione'],
      ['davanti', 'dietro', 'sinistra', 'destra'],
      ['seconda fila', 'terza fila'],
    ),
  },
  fr: {
    join: french,
    and: 'et',
    places: places(
      ['rangée', 'capteur', 'cylindre', 'unité'],
      ['démarrage à froid', 'régénération'],
      ['avant', 'arrière', 'gauche', 'droite'],
      ['deuxième rangée', 'troisième rangée'],
    ),
  },
};
