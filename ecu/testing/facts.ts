import type { Fact, Strength } from '../family.ts';

/** Details of an expected fact: how it is spelled in the file, the block it is in, and its other values. */
type More = Pick<Fact, 'spelled' | 'place' | 'others'>;

const factOf =
  (strength: Strength) =>
  (value: string, at: number, more: More = {}): Fact => ({ value, at, strength, ...more });

export const strong = factOf('strong');
export const medium = factOf('medium');
export const implied = factOf('implied');
