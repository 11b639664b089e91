import type { Fact } from '../../family.ts';
import type { Image, Window } from '../../image.ts';
import type { FoundSignature, TextSignature } from '../../text-signatures.ts';
import { listMark } from '../../text-signatures.ts';
import type { FoundText } from '../bosch/numbers.ts';

/** The largest memory of these control units is 512 KB, and some dumps hold it twice. */
export const motronicMostBytes = 0x100000;
const everywhere: Window = { at: 0, end: motronicMostBytes };

/** `55/1/M1.55/9/5032/DAMOS19/…/230799/`: the number of its characters, then the name of the control unit. */
const nameMark: TextSignature = {
  anchor: '/1/M',
  pattern: /\d{2}\/1\/(?<model>M(?:P|E)?\d\.\d[\dA-Z.]*)\/[^/\s]*\/[^/\s]*\/[\x20-\x7E]{0,60}\//d,
  before: 2,
  after: 80,
  within: everywhere,
  points: 60,
  reason: 'its own name',
};

/** `037906259M  MOTRONIC M5.9       V01`: the name in a line of text, for files that have no other. */
const writtenNameMark: TextSignature = {
  anchor: 'MOTRONIC M',
  pattern: /90\d{4}[A-Z]{0,2} {1,4}MOTRONIC (?<model>M(?:P|E)?\d\.\d[\d.]*) /d,
  before: 14,
  after: 18,
  within: everywhere,
  points: 60,
  reason: 'its own name',
};

/** `2227356405` `49/1/3.8.1/03/176/DAMOS81/`: a name without its M (v-arapidis/openremap-core, facts only). */
const bareNameMark: TextSignature = {
  anchor: '/1/3.8',
  pattern: /\d{2}\/1\/(?<model>3\.8[\d.]*)\/\d{2}\/[^/\s]*\/DAMOS/d,
  before: 2,
  after: 40,
  within: everywhere,
  points: 60,
  reason: 'its own name',
};

/** Returns the names in the best of the notations that the file contains. */
export function motronicNames(image: Image): FoundSignature[] {
  for (const mark of [nameMark, writtenNameMark, bareNameMark]) {
    const names = listMark(image, mark);
    if (names.length > 0) return names;
  }
  return [];
}

/** Returns the name in its usual spelling. */
export function motronicModel(model: string): string {
  return model.startsWith('M') ? model : `M${model}`;
}

export function motronicModelFact({ value, at }: FoundText): Fact {
  return { value: motronicModel(value), at, strength: value.startsWith('M') ? 'strong' : 'implied' };
}
