import type { Fact, Strength } from '../family.ts';

/** Of a fact that is expected: how it is spelled in the file, in which block it stands, and its other values. */
type More = Pick<Fact, 'spelled' | 'place' | 'others'>;

const factOf =
  (strength: Strength) =>
  (value: string, at: number, more: More = {}): Fact => ({ value, at, strength, ...more });

export const strong = factOf('strong');
export const medium = factOf('medium');
export const implied = factOf('implied');
