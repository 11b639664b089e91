import type { Image, Window } from './image.ts';

/** One reason to believe that an image is of a family. 100 points in all: proved. 50 are needed to be named. */
export type Evidence = { points: number; at: number; because: string };

/** strong: read from the family's own structure. medium: a text that looks right, in a place where it is kept. */
export type Fact = { value: string; at: number; strength: 'strong' | 'medium' };

export type FactName = 'model' | 'hardwareNumber' | 'softwareNumber' | 'partNumber' | 'dataset' | 'variant';

/** A name that is missing was not found. It is never guessed. */
export type Facts = { [name in FactName]?: Fact };

/** Bytes to replace. `before` must still be there when the change is applied. */
export type Change = { at: number; before: Uint8Array; after: Uint8Array; why: string };

/** partial: the code sits in several entries and only some of them are off, which is normal in a stock file. */
export type DtcRow = { code: string; state: 'on' | 'off' | 'partial'; entriesAt: number[] };

export type DtcListing =
  | { answer: 'found'; tableAt: number; rows: DtcRow[] }
  | { answer: 'not found'; because: string };

export type Dtcs = {
  list(image: Image): DtcListing;
  /** Says what would have to change, and writes nothing. Only asked for codes that `list` has found. */
  switchOff(image: Image, codes: readonly string[]): Change[];
};

/** A value stored in the file that must agree with a stretch of it. `covers` names the checksums inside its range. */
export type Checksum = {
  name: string;
  range: Window;
  storedAt: number;
  algorithm: (image: Image, range: Window) => number | null;
  covers: readonly string[];
};

/** Everything Tunedesk knows about one kind of control unit. */
export type Family = {
  id: string;
  maker: string;
  models: readonly string[];
  /** Empty means "not ours". Never throws, and never asks which other families there are. */
  recognise(image: Image): Evidence[];
  describe(image: Image): Facts;
  /** null: this family can be identified, but its trouble codes cannot be listed. */
  dtcs: Dtcs | null;
  /** null: no checksum of this family is known. A function, because blocks lie elsewhere in every file. */
  checksums: ((image: Image) => Checksum[]) | null;
};
