import { mergeListings, readCopies } from './copies.ts';
import type { ReadCopy } from './copies.ts';
import { listGenericCodes } from './dtc/generic-scan.ts';
import type { Checksum, DtcListing, Family } from './family.ts';
import { families } from './families.ts';
import type { Form } from './forms.ts';
import { computePercentCovered, readChecksums } from './read-checksums.ts';
import { listReadWarnings } from './read-warnings.ts';
import { hexOffset, sentence } from './sentence.ts';
import type { Sentence } from './sentence.ts';
import type { Inspection } from './inspect.ts';
import { inspect } from './inspect.ts';
import type { Image, Window } from './image.ts';
import { listCodes, readingOf } from './reading.ts';

/** Everything known about a file. Offsets refer to `image`, the file in the form it was read in. */
export type Analysis = {
  inspection: Inspection;
  image: Image;
  family: Family | null;
  /**
   * The family's own table. Where the family has none, or it is not found, the codes of the generic search, which can
   * never be switched off. null: the file is not the memory of a control unit.
   */
  listing: DtcListing | null;
  /** The family's own listing, even if `not found`; null: not recognised, or the family lists no codes. */
  ownListing: DtcListing | null;
  /** null: not recognised, or no checksum of the family is known. */
  checksums: Checksum[] | null;
  /** What percentage of the image, and of a data memory beside it, the known sums cover; null: not recognised. */
  percentCovered: number | null;
  /** Names the program and the data memory, where the file holds both; null: it does not. */
  parts: Sentence | null;
  /** What makes it doubtful that the file is a whole and sound read. */
  readWarnings: Sentence[];
  /** What the family reads from the other copies of the memory; one that equals the first copy is read like it. */
  copies: ReadCopy[];
};

/** Analyses a file in full, considering only the families in `among`. Does not modify the bytes. */
export function analyse(bytes: Uint8Array, among: readonly Family[] = families): Analysis {
  const inspection = inspect(bytes, among);
  const { identification, image } = inspection;
  const familyId = identification.outcome === 'recognised' ? identification.family.familyId : null;
  const family = among.find(({ id }) => id === familyId) ?? null;
  const checksums = family === null ? null : readChecksums(family, image);
  const ownListing = family === null ? null : listCodes(family, image, checksums ?? []);
  const first = {
    inspection,
    image,
    family,
    ownListing,
    checksums,
    percentCovered: family === null ? null : computePercentCovered(sizeOf(inspection), checksums ?? []),
    parts: nameParts(inspection.form),
    readWarnings: listReadWarnings(inspection, family, checksums ?? []),
  };
  const copies = readCopies(inspection.form, readingOf(first));
  const listing = chooseListing(inspection, family, ownListing);
  return { ...first, listing: listing && asWritten(mergeListings(listing, copies), inspection.form), copies };
}

/** Nothing can be switched in a file of a form that is only read. */
const asWritten = (listing: DtcListing, { notWritten }: Form): DtcListing =>
  listing.outcome === 'not found' || notWritten === undefined
    ? listing
    : { ...listing, notSwitchable: listing.notSwitchable ?? notWritten };

const lengthOf = ({ at, end }: Window): number => end - at;

const sizeOf = ({ image, form: { parts } }: Inspection): number =>
  image.sizeBytes + (parts === null ? 0 : lengthOf(parts.data));

const rangeText = ({ at, end }: Window): string => `${hexOffset(at)}-${hexOffset(end - 1)}`;

const nameParts = ({ parts }: Form): Sentence | null =>
  parts && sentence('parts_joined', { program: rangeText(parts.program), data: rangeText(parts.data) });

/** What has to be known about the read before it is changed, and what share of it is checked. */
export function listReadNotes({ readWarnings, parts, percentCovered: percent, checksums }: Analysis): Sentence[] {
  const hasSums = checksums?.some(({ kind }) => kind === 'sum') === true;
  const share = percent === null || !hasSums ? null : sentence('checksums_cover', { percent });
  return [...readWarnings, parts, share].filter((one) => one !== null);
}

function chooseListing(
  { image, fileType }: Inspection,
  family: Family | null,
  own: DtcListing | null,
): DtcListing | null {
  if (family === null && fileType !== 'OK') return null;
  if (own?.outcome === 'found') return own;
  const generic = listGenericCodes(image, family !== null);
  if (generic.outcome !== 'found') return own ?? generic;
  // The reason why the family's own table was not found is more informative than the generic one.
  return own === null ? generic : { ...generic, notSwitchable: own.reason };
}
