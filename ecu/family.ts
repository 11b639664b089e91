import type { FactName } from './fact-names.ts';
import type { Image, Window } from './image.ts';
import type { Sentence } from './sentence.ts';

/** One reason to believe that an image belongs to a family. 100 points in all are proof; 50 are needed to name it. */
export type Evidence = { points: number; at: number; reason: string };

/**
 * How well a value is known. strong: read from the family's own structure. medium: a text that looks right, in a place
 * where such texts are stored. implied: follows from what is stored at `at`, but is not written there itself (the
 * processor of a family, the maker that a part number's prefix belongs to).
 */
export type Strength = 'strong' | 'medium' | 'implied';

/** The part of the control unit that a value was written for, where the file has several such values. */
export type FactPlace = 'hardware' | 'boot' | 'program' | 'dataset';

/** `value` is written in the file at `at`, unless it is implied. `spelled: 'backwards'`: it is stored in reverse. */
export type Fact = {
  value: string;
  at: number;
  strength: Strength;
  spelled?: 'backwards';
  place?: FactPlace;
  /** Other values of the same name that the file holds as well, the most useful first. */
  others?: readonly Fact[];
};

/** A fact that is missing was not found. None is ever guessed. */
export type Facts = { [name in FactName]?: Fact };

/** Bytes to replace. `before` must still be there when the change is applied. */
export type Change = { at: number; before: Uint8Array; after: Uint8Array; why: string };

/**
 * partial: the code is in several entries and only some of them are off, which is normal in a stock file. unknown: the
 * table holds the code, but it is not known where its state is stored.
 */
export type DtcState = 'on' | 'off' | 'partial' | 'unknown';

export type DtcRow = {
  /** As a tester shows it: P0401. Where only the maker's own number is known, that number as the maker writes it. */
  code: string;
  /** The word stored in the file. */
  number: number;
  /** The maker's own spelling in addition to `code`: Volkswagen 16785, BMW 4530. */
  makerNumber?: string;
  state: DtcState;
  /** Which entries (fault paths) of the table hold the code. */
  paths: number[];
  /** Other codes in the same entries, which are switched off together with this one. */
  sharedWith: string[];
  /** Where the state of each entry is stored, or the code itself in a table whose states are not known. */
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
   * Returns the changes that switch the codes off; writes nothing. Only called for codes that `list` has found on or
   * partly on, in a listing that may be switched. null: no file of this family can be switched.
   */
  switchOff: ((image: Image, codes: readonly string[]) => Change[]) | null;
};

/** unknown: the checksum is there, but how it is computed is not published. */
export type ChecksumState = 'ok' | 'wrong' | 'unknown';

/** A value stored in the file that has to match a range of it. */
export type Checksum = {
  name: string;
  /** signature: made with a key that only the maker has. Checked where that is possible, never made. */
  kind: 'sum' | 'signature';
  ranges: readonly Window[];
  /** The bytes that hold it, or that are adjusted to make it correct. */
  cells: readonly Window[];
  state: ChecksumState;
  /**
   * Returns the changes that make it correct for the image as it is, all inside `cells`. null: cannot be corrected.
   * A family lists inner checksums before those whose ranges contain them.
   */
  correct: (() => Change[]) | null;
  /** Where the range ends by the file's own statement, beyond the end of the file: it can be neither checked nor made. */
  endsBeyond?: number;
};

/** A range of the memory and what it is for. */
export type Area = Window & { kind: 'boot' | 'code' | 'calibration'; name: string };

/** Everything Tunedesk knows about one kind of control unit. */
export type Family = {
  id: string;
  maker: string;
  models: readonly string[];
  /** Empty: the image is not of this family. Never throws, and never considers other families. */
  recognise(image: Image): Evidence[];
  describe(image: Image): Facts;
  /** null: this family can be identified, but its trouble codes cannot be listed. */
  dtcs: Dtcs | null;
  /** null: no checksum of this family is known. A function, because blocks lie at other offsets in every file. */
  checksums: ((image: Image) => Checksum[]) | null;
  /**
   * Whether all sums of an untouched real file came out right; a test compares this with the measurements. Otherwise a
   * sum that does not match is not judged, so it is neither repaired nor accepted as wrong.
   */
  areSumsProved?: true;
  /** Sizes of whole reads, and of the parts that tools read. Absent: those of memory chips. */
  readSizes?: readonly number[];
  /** Where program and calibration lie, as far as the bytes show; they do not overlap. Absent: not known. */
  areas?: (image: Image) => Area[];
};
