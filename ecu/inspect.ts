import { listDifferences } from './differences.ts';
import { asItIs, listForms } from './forms.ts';
import type { Form, Source } from './forms.ts';
import { isWrapping, unwrap } from './forms/wrapping.ts';
import { identifyOnce, detectFileType, isUnlikely } from './gate.ts';
import type { FileType } from './gate.ts';
import { isHalfOfPair } from './gate/measures.ts';
import { families } from './families.ts';
import type { Family } from './family.ts';
import { identify } from './identify.ts';
import type { Identification } from './identify.ts';
import { Image } from './image.ts';
import { CHIP_SIZES, isReadSize } from './read-sizes.ts';
import { hexOffset, sentence } from './sentence.ts';
import type { Sentence } from './sentence.ts';

export type Inspection = {
  fileType: FileType;
  /** How the file was read. Callers list and switch in `form.bytes`; `form.toFile` converts the result to a file. */
  form: Form;
  /** The bytes of `form`. All offsets in `identification`, its facts and any listing refer to this image. */
  image: Image;
  identification: Identification;
  /** Size of the file, not of the image. */
  sizeBytes: number;
  /** What the user should know about the file besides its type. */
  hint: Sentence | null;
};

/**
 * Determines what a file is: first whether it can be a control unit's memory at all, then of which one. A dump that is
 * not recognised as it is, is also tried in its other forms; a text of records or an update file is decoded. The bytes are not modified.
 * With `among`, only those families are considered: what the file would be if it were of one of them.
 */
export function inspect(bytes: Uint8Array, among: readonly Family[] = families): Inspection {
  const identifyIn = (one: Image) => (among === families ? one.memo(identifyOnce) : identify(one, among));
  const image = new Image(bytes);
  const fileType = detectFileType(image);
  const isProgramSize = (size: number) => among.some((family) => isReadSize(size, family));
  const plain = {
    fileType,
    form: asItIs(bytes),
    image,
    sizeBytes: bytes.length,
    hint: fileType === 'FRF' ? encrypted : null,
  };
  if (isWrapping(fileType)) {
    const wrapping = unwrap(fileType, bytes);
    if (wrapping.outcome === 'unreadable')
      return { ...plain, identification: { outcome: 'unknown' }, hint: wrapping.reason };
    const source = { file: bytes, wrapping, isProgramSize };
    const read = readIn(source, new Image(wrapping.bytes), { identifyIn, among });
    // A file in which no control unit is recognised stays of its own type.
    const isKnown = read.identification.outcome === 'recognised';
    return { ...plain, ...read, ...(isKnown ? { fileType: 'OK' } : { fileType, hint: wrapping.hint }) };
  }
  if (fileType !== 'OK' && !isUnlikely(fileType)) return { ...plain, identification: { outcome: 'unknown' } };
  const read = readIn({ file: bytes, wrapping: null, isProgramSize }, image, { identifyIn, among });
  if (read.identification.outcome !== 'unknown') return { ...plain, ...read, fileType: 'OK' };
  const isHalf = fileType === 'OK' && isHalfOfPair(image);
  return { ...plain, ...read, hint: isHalf ? halfOfPair : nameRecognisedHalf(image, { identifyIn, among }) };
}

/** A file of the size of a chip is not divided; if one half of it is a read on its own, this is said. */
function nameRecognisedHalf({ bytes, sizeBytes }: Image, { identifyIn, among }: Considered): Sentence | null {
  for (const [at, end] of [
    [0, sizeBytes / 2],
    [sizeBytes / 2, sizeBytes],
  ] as const) {
    if (!CHIP_SIZES.includes(end - at)) return null;
    const found = identifyIn(new Image(bytes.subarray(at, end)));
    if (found.outcome !== 'recognised') continue;
    const { familyId, maker, models } = found.family;
    const family = among.find(({ id }) => id === familyId) ?? null;
    if (!isReadSize(end - at, family)) continue;
    const part = `${hexOffset(at)}-${hexOffset(end - 1)}`;
    return sentence('half_recognised', { part, unit: `${maker} ${models.join(', ')}` });
  }
  return null;
}

type Read = Pick<Inspection, 'form' | 'image' | 'identification'>;

/** The families that are considered. */
type Considered = { identifyIn: (image: Image) => Identification; among: readonly Family[] };

/** Returns the first form in which a control unit is recognised; otherwise the one in which all bytes stay in place. */
function readIn(source: Source, memory: Image, considered: Considered): Read {
  let inPlace: Read | null = null;
  for (const form of listForms(source)) {
    const isInPlace = form.bytes.buffer === memory.bytes.buffer && form.bytes.length === memory.sizeBytes;
    const read = isInPlace ? readImage(form, memory, considered) : readForm(form, considered);
    if (isInPlace) inPlace = read;
    if (isRecognised(read, considered)) {
      const better = divide(read, considered);
      if (better !== null) return withoutRest(read, better, considered);
    }
    if (isInPlace && read.identification.outcome === 'ambiguous') break;
  }
  return inPlace as Read;
}

const readForm = (form: Form, considered: Considered): Read => readImage(form, new Image(form.bytes), considered);

const readImage = (form: Form, image: Image, { identifyIn }: Considered): Read => ({
  form,
  image,
  identification: identifyIn(image),
});

/** A stretch that differs from the memory at the start is a copy of it only if it is recognised as well. */
function isRecognised(read: Read, considered: Considered): boolean {
  const { bytes, copies } = read.form;
  return (
    familyIn(read) !== null &&
    copies.every((copy) => {
      if (listDifferences(bytes, copy.bytes).length === 0) return true;
      return familyIn(readImage(read.form, new Image(copy.bytes), considered)) === familyIn(read);
    })
  );
}

/**
 * Divides a read into a program and a data memory. Nothing in a data memory says what it is, so the rest alone has to be
 * a full read of the same family, with checksums that fit as well as in the whole, and in one way better than in any
 * other. A read that is not divided stays as it is. null: it has been divided, and this is not shown to be right.
 */
function divide(read: Read, considered: Considered): Read | null {
  const isDivided = read.form.parts !== null;
  if (!isDivided && isFullRead(read, considered)) return read;
  const ranked = read.form
    .divided()
    .map((form) => readForm(form, considered))
    .filter((one) => isRecognised(one, considered) && isFullRead(one, considered))
    .map((one) => ({ read: one, fit: measureFit(one, considered) }))
    .toSorted((one, other) => compareFit(other.fit, one.fit));
  const [best, second] = ranked;
  const isOneWay = best !== undefined && (second === undefined || compareFit(best.fit, second.fit) > 0);
  if (isDivided) return isOneWay ? best.read : null;
  const isAsGood =
    isOneWay && familyIn(best.read) === familyIn(read) && compareFit(best.fit, measureFit(read, considered)) >= 0;
  return isAsGood ? best.read : read;
}

/**
 * A family that reads a dump together with the padding behind it may take it for one of a larger chip, whose checksums
 * cover other bytes, or divide it in the wrong place. Returns the shorter reading if its checksums fit better; a divided read
 * gives way only if it shows none.
 */
function withoutRest(whole: Read, read: Read, considered: Considered): Read {
  const shortened = whole.form.shortened();
  if (shortened.length === 0) return read;
  let best = { read, sums: countSums(read, considered) };
  const isSettled =
    read.form.parts === null ? best.sums.ok > 0 && best.sums.wrong === 0 : best.sums.ok + best.sums.wrong > 0;
  if (isSettled) return read;
  for (const form of shortened) {
    const shorter = readForm(form, considered);
    if (familyIn(shorter) === null || familyIn(shorter) !== familyIn(read)) continue;
    const sums = countSums(shorter, considered);
    if (compareSums(sums, best.sums) > 0) best = { read: shorter, sums };
  }
  return best.read;
}

const familyIn = ({ identification }: Read): string | null =>
  identification.outcome === 'recognised' ? identification.family.familyId : null;

const findFamily = (read: Read, { among }: Considered) => among.find(({ id }) => id === familyIn(read)) ?? null;

const isFullRead = (read: Read, considered: Considered): boolean =>
  isReadSize(read.image.sizeBytes, findFamily(read, considered));

type Sums = { ok: number; wrong: number };

function countSums(read: Read, considered: Considered): Sums {
  const sums = (findFamily(read, considered)?.checksums?.(read.image) ?? []).filter(({ kind }) => kind === 'sum');
  const count = (wanted: string) => sums.filter(({ state }) => state === wanted).length;
  return { ok: count('ok'), wrong: count('wrong') };
}

const compareSums = (one: Sums, other: Sums): number => other.wrong - one.wrong || one.ok - other.ok;

/** How well a family can read an image: its checksums, then its table of codes. */
type Fit = { sums: Sums; table: number };

function measureFit(read: Read, considered: Considered): Fit {
  const listing = findFamily(read, considered)?.dtcs?.list(read.image);
  const table = listing?.outcome !== 'found' ? 0 : listing.notSwitchable === null ? 2 : 1;
  return { sums: countSums(read, considered), table };
}

const compareFit = (one: Fit, other: Fit): number => compareSums(one.sums, other.sums) || one.table - other.table;

const halfOfPair = sentence('half_of_chip_pair');
const encrypted = sentence('frf_encrypted');
