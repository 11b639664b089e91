import { listDifferences } from './differences.ts';
import { asItIs, isHexText, listForms } from './forms.ts';
import type { Form, Source } from './forms.ts';
import { decodeHexText } from './forms/hex-text.ts';
import { identifyOnce, detectFileType } from './gate.ts';
import type { FileType } from './gate.ts';
import { isHalfOfPair } from './gate/half-of-pair.ts';
import { families } from './families.ts';
import type { Family } from './family.ts';
import { identify } from './identify.ts';
import type { Identification } from './identify.ts';
import { Image } from './image.ts';
import { sentence } from './sentence.ts';
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
 * not recognised as it is, is also tried in its other forms; a text of records is decoded. The bytes are not modified.
 * With `among`, only those families are considered: what the file would be if it were of one of them.
 */
export function inspect(bytes: Uint8Array, among: readonly Family[] = families): Inspection {
  const identifyIn = (one: Image) => (among === families ? one.memo(identifyOnce) : identify(one, among));
  const image = new Image(bytes);
  const fileType = detectFileType(image);
  const plain = { fileType, form: asItIs(bytes), image, sizeBytes: bytes.length, hint: null };
  if (isHexText(fileType)) {
    const decoded = decodeHexText(bytes);
    if (decoded.outcome === 'unreadable')
      return { ...plain, identification: { outcome: 'unknown' }, hint: decoded.reason };
    const read = readIn(
      { file: bytes, text: { type: fileType, decoded } },
      new Image(decoded.bytes),
      identifyIn,
      among,
    );
    // A text in which no control unit is recognised stays a text, whatever its format.
    const isKnown = read.identification.outcome === 'recognised';
    return { ...plain, ...read, fileType: isKnown ? 'OK' : fileType };
  }
  // Some dumps look like nothing until their bytes are in order, so 'not an ECU file' is examined further.
  if (fileType !== 'OK' && fileType !== 'not an ECU file') return { ...plain, identification: { outcome: 'unknown' } };
  const read = readIn({ file: bytes, text: null }, image, identifyIn, among);
  if (read.identification.outcome !== 'unknown') return { ...plain, ...read, fileType: 'OK' };
  return { ...plain, ...read, hint: fileType === 'OK' && isHalfOfPair(image) ? halfOfPair : null };
}

type Read = Pick<Inspection, 'form' | 'image' | 'identification'>;

/** Returns the first form in which a control unit is recognised; otherwise the one in which all bytes stay in place. */
function readIn(
  source: Source,
  memory: Image,
  identifyIn: (image: Image) => Identification,
  among: readonly Family[],
): Read {
  let inPlace: Read | null = null;
  for (const form of listForms(source)) {
    const isInPlace = form.bytes.buffer === memory.bytes.buffer && form.bytes.length === memory.sizeBytes;
    const image = isInPlace ? memory : new Image(form.bytes);
    const identification = identifyIn(image);
    const read = { form, image, identification };
    if (isInPlace) inPlace = read;
    if (identification.outcome === 'recognised' && areCopies(read, identifyIn)) {
      return withoutRest(read, identifyIn, among);
    }
    if (isInPlace && identification.outcome === 'ambiguous') break;
  }
  return inPlace as Read;
}

/** A stretch that differs from the memory at the start is a copy of it only if it is recognised as well. */
function areCopies(read: Read, identifyIn: (image: Image) => Identification): boolean {
  const { bytes, copies } = read.form;
  return copies.every((copy) => {
    if (listDifferences(bytes, copy.bytes).length === 0) return true;
    const image = new Image(copy.bytes);
    return familyIn({ ...read, image, identification: identifyIn(image) }) === familyIn(read);
  });
}

/**
 * A family that reads a dump together with the padding behind it may take it for one of a larger chip, whose checksums
 * cover other bytes. Returns the shorter reading if its checksums fit better.
 */
function withoutRest(read: Read, identifyIn: (image: Image) => Identification, among: readonly Family[]): Read {
  const shortened = read.form.shortened();
  if (shortened.length === 0) return read;
  let best = { read, sums: countSums(read, among) };
  if (best.sums.wrong === 0 && best.sums.ok > 0) return read;
  for (const form of shortened) {
    const image = new Image(form.bytes);
    const shorter = { form, image, identification: identifyIn(image) };
    if (familyIn(shorter) === null || familyIn(shorter) !== familyIn(read)) continue;
    const sums = countSums(shorter, among);
    const isBetter = sums.wrong < best.sums.wrong || (sums.wrong === best.sums.wrong && sums.ok > best.sums.ok);
    if (isBetter) best = { read: shorter, sums };
  }
  return best.read;
}

const familyIn = ({ identification }: Read): string | null =>
  identification.outcome === 'recognised' ? identification.family.familyId : null;

function countSums(read: Read, among: readonly Family[]): { ok: number; wrong: number } {
  const family = among.find(({ id }) => id === familyIn(read));
  const sums = (family?.checksums?.(read.image) ?? []).filter(({ kind }) => kind === 'sum');
  const count = (wanted: string) => sums.filter(({ state }) => state === wanted).length;
  return { ok: count('ok'), wrong: count('wrong') };
}

const halfOfPair = sentence('half_of_chip_pair');
