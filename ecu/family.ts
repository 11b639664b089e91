import type { FactName } from './fact-names.ts';
import type { Image, Window } from './image.ts';
import type { Sentence } from './sentence.ts';

/** One reason to believe that an image is of a family. 100 points in all: proved. 50 are needed to be named. */
export type Evidence = { points: number; at: number; reason: string };

/**
 * How well a value is known. strong: read from the family's own structure. medium: a text that looks right, in a place
 * where it is stored. implied: follows from what stands at `at`, and is not itself written there (the processor of a
 * family, the maker that a part number's prefix belongs to).
 */
export type Strength = 'strong' | 'medium' | 'implied';

/** Which part of the control unit a value was written for, where the file keeps several of them. */
export type FactPlace = 'hardware' | 'boot' | 'program' | 'dataset';

/** `value` stands in the file at `at`, unless it is implied. `spelled: 'backwards'` where a chip keeps it so. */
export type Fact = {
  value: string;
  at: number;
  strength: Strength;
  spelled?: 'backwards';
  place?: FactPlace;
  /** Other values of the same name that the file holds as well, the most useful first. */
  others?: readonly Fact[];
};

/** A name that is missing was not found. It is never guessed. */
export type Facts = { [name in FactName]?: Fact };

/** Bytes to replace. `before` must still be there when the change is applied. */
export type Change = { at: number; before: Uint8Array; after: Uint8Array; why: string };

/**
 * partial: the code sits in several entries and only some of them are off, which is normal in a stock file. unknown:
 * the table holds the code, and where its state is stored is not known.
 */
export type DtcState = 'on' | 'off' | 'partial' | 'unknown';

export type DtcRow = {
  /** As a tester shows it: P0401. Where only the maker's own number is known, that number as the maker writes it. */
  code: string;
  /** The word that stands in the file. */
  number: number;
  /** The maker's own spelling beside `code`: Volkswagen 16785, BMW 4530. */
  makerNumber?: string;
  state: DtcState;
  /** Which entries (fault paths) of the table hold the code. */
  paths: number[];
  /** Other codes of the same entries: they are switched off with this one. */
  sharedWith: string[];
  /** Where the state of each entry is stored; where the codes are, for a table whose states are not known. */
  entriesAt: number[];
};

export type DtcListing =
  | {
      outcome: 'found';
      tableAt: number;
      rows: DtcRow[];
      /** Independent relations that prove this is the table: at least two. */
      confirmedBy: string[];
      /** null: may be switched off. Otherwise the reason why not. */
      notSwitchable: Sentence | null;
    }
  | { outcome: 'not found'; reason: Sentence };

export type Dtcs = {
  list(image: Image): DtcListing;
  /**
   * Shows what would have to change, and writes nothing. Only asked for codes that `list` has found ON or partly on in
   * a listing that may be switched. null: no file of this family can be switched.
   */
  switchOff: ((image: Image, codes: readonly string[]) => Change[]) | null;
};

/** unknown: it is there, and its computation is not published. */
export type ChecksumState = 'ok' | 'wrong' | 'unknown';

/** A value stored in the file that has to agree with a stretch of it. */
export type Checksum = {
  name: string;
  /** signature: made with a key that only the maker has. Looked at where that is possible, never made. */
  kind: 'sum' | 'signature';
  ranges: readonly Window[];
  /** The bytes that hold it, or that are adjusted to make it right. */
  cells: readonly Window[];
  state: ChecksumState;
  /**
   * The bytes that make it right for the image as it stands. They lie inside `cells`. null: cannot be corrected.
   * A family lists inner checksums before those whose ranges hold them.
   */
  correct: (() => Change[]) | null;
};

/** What a stretch of the memory is for. */
export type Area = Window & { kind: 'boot' | 'code' | 'calibration'; name: string };

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
  /** Where program and calibration lie, as far as the bytes show; they do not overlap. Absent: not known. */
  areas?: (image: Image) => Area[];
};
