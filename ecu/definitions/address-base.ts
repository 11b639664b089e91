import type { Image } from '../image.ts';
import { sentence } from '../sentence.ts';
import type { Sentence } from '../sentence.ts';
import { cellAt, listStoredAxes, readStored } from './cells.ts';
import type { Cells, MapDefinition } from './definition.ts';

type StoredAxis = { cells: Cells; count: number };

/** An axis of fewer values rises by chance too often. */
const MIN_VALUES = 4;
/** Axes on which a statement about a whole definition is based. */
const MIN_AXES = 6;
const MAX_AXES = 400;
/**
 * Measured with 55 public definitions. With an image of its own program at least 0.81 of the axes rise (hand-made
 * definitions with wrong axes: 0.38 to 0.77); with the nearest versions of that program 0.82 to 0.97, with every other
 * image at most 0.52.
 */
export const PROVED_SHARE = 0.8;
export const REFUSED_SHARE = 0.35;

/** How many axes rise, and how many there are. Blank ones, where nothing differs, say nothing and are not counted. */
export type Fit = { rising: number; axes: number };

/** Counts the axes whose values rise, or fall, from the first to the last, as those of every engine do. */
export function measureFit(axes: readonly StoredAxis[], image: Image, base = 0): Fit {
  const read = axes.map(({ cells, count }) => readAll(cells, count, image, base));
  const judged = read.filter((values) => values === null || values.some((value) => !Object.is(value, values[0])));
  return { rising: judged.filter((values) => values !== null && isMonotonic(values)).length, axes: judged.length };
}

/** The axes that say something about a definition: each place in the image once. */
export function listJudgedAxes(maps: readonly MapDefinition[]): StoredAxis[] {
  const axes = maps.flatMap(listStoredAxes).filter(({ count }) => count >= MIN_VALUES);
  return [...new Map(axes.map((axis) => [axis.cells.at, axis])).values()].slice(0, MAX_AXES);
}

/** Whether the maps are those of this image; null: too few axes are stored to tell. */
export function judgeFit(maps: readonly MapDefinition[], image: Image): Fit | null {
  const fit = measureFit(listJudgedAxes(maps), image);
  return fit.axes < MIN_AXES ? null : fit;
}

/** Where processors have their flash, besides the places that follow from the addresses themselves. */
const KNOWN_BASES = [0, 0x8000, 0x10000, 0x400000, 0x800000, 0x80000000, 0xa0000000];
/** A part of a memory that was read on its own begins at one of these. */
const PART_SIZES = [0x8000, 0x10000, 0x20000, 0x40000, 0x80000, 0x100000, 0x200000, 0x400000];

/**
 * Finds the address of the processor at which the image begins: the one at which the axes rise.
 *
 * @returns the address, or a sentence: no address makes them rise, or too few axes are stored
 */
export function findBase(maps: readonly MapDefinition[], image: Image): { address: number } | Sentence {
  const axes = listJudgedAxes(maps);
  const lowest = axes.reduce((least, { cells }) => Math.min(least, cells.at), Infinity);
  return chooseBase(lowest, (base) => measureFit(axes, image, base));
}

/** The same for a format whose axes cannot be listed before they are placed. */
export function chooseBase(lowest: number, measure: (base: number) => Fit): { address: number } | Sentence {
  if (!Number.isFinite(lowest)) return sentence('addresses_not_placed');
  const bases = [...new Set([...KNOWN_BASES, ...PART_SIZES.map((size) => Math.floor(lowest / size) * size)])];
  const best = bases
    .map((address) => ({ address, ...measure(address) }))
    .reduce((one, other) => (other.rising > one.rising ? other : one));
  const isProved = best.axes >= MIN_AXES && best.rising >= best.axes * PROVED_SHARE;
  return isProved ? { address: best.address } : sentence('addresses_not_placed');
}

/** null: the axis does not lie in the image. */
function readAll(cells: Cells, count: number, image: Image, base: number): number[] | null {
  const values: number[] = [];
  for (let index = 0; index < count; index += 1) {
    const value = readStored(image, cellAt(cells, 0, index) - base, cells.type);
    if (value === null) return null;
    values.push(value);
  }
  return values;
}

/** Equal neighbours are allowed, as unused places at the end of an axis have them. */
function isMonotonic(values: readonly number[]): boolean {
  const steps = values.slice(1).map((value, index) => Math.sign(value - (values[index] ?? 0)));
  return steps.every((step) => step >= 0) || steps.every((step) => step <= 0);
}
