import { german } from './german.ts';
import { joined } from './phrase.ts';
import type { Joiner } from './phrase.ts';
import type { PhraseLanguage } from './phrase-language.ts';
import { french, italian, spanish } from './romance.ts';

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
