import type { Image } from '../image.ts';
import type { Sentence } from '../sentence.ts';
import type { Formula } from './formula.ts';

/** How one value is stored. `mask`: only these bits of it count, moved down to bit 0. */
export type CellType = {
  bytes: 1 | 2 | 4 | 8;
  kind: 'unsigned' | 'signed' | 'float';
  isLittleEndian: boolean;
  mask?: number;
};

/** Where values are stored, and what a stored number means. All distances are in bytes and may be negative. */
export type Cells = {
  /** Offset of the value in row 0 and column 0. */
  at: number;
  type: CellType;
  columnStep: number;
  rowStep: number;
  /** Converts a stored number to its unit. null: the definition's conversion is not one that can be computed. */
  formula: Formula | null;
  unit: string;
};

/** `values`: labels that the definition itself names, cells in the image (their columns count), or null: none known. */
export type MapAxis = { name: string; unit: string; values: readonly string[] | Cells | null };

/** One map of a definition: a value, a row of values, or a table. */
export type MapDefinition = {
  name: string;
  /** The group that the definition puts it in; empty: none. */
  category: string;
  columns: number;
  rows: number;
  cells: Cells;
  x: MapAxis | null;
  y: MapAxis | null;
};

/** A map that the definition names and that is not read, and why. */
export type LeftOut = { name: string; reason: Sentence };

export type DefinitionFormat = 'TunerPro XDF' | 'RomRaider XML' | 'ECUFlash XML' | 'WinOLS map list' | 'A2L';

/** What a definition file says about one program of one control unit. */
export type Definition = {
  format: DefinitionFormat;
  /** Its title, or the identification of the program that it is for. */
  name: string;
  /** A text that an image of this program has at this offset; null: the definition states none. */
  mark: { at: number; text: string } | null;
  /** How many maps it names. */
  mapCount: number;
  /**
   * Returns its maps with the offsets that they have in this image. Some formats (A2L) store sizes in the image, and
   * addresses of the processor instead of offsets. A sentence: they cannot be placed in this image.
   */
  place: (image: Image) => { maps: MapDefinition[]; leftOut: LeftOut[] } | Sentence;
};

/** More cells than this in one map, or more maps in one definition, are refused: no real definition comes near. */
export const MAX_CELLS = 0x10000;
export const MAX_MAPS = 100_000;
