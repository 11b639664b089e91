import type { Checksum, DtcListing, Facts, Family } from './family.ts';
import type { Image } from './image.ts';
import type { Inspection } from './inspect.ts';
import { readChecksums } from './read-checksums.ts';
import { findMissingEnd } from './read-warnings.ts';
import { sentence } from './sentence.ts';
import type { Sentence } from './sentence.ts';

/** What a family reads from an image: the basis of a change, and what its result is compared with. */
export type Reading = {
  family: Family;
  image: Image;
  /** The family's own table. */
  listing: DtcListing;
  checksums: Checksum[];
  facts: Facts;
};

export function readWith(family: Family, image: Image): Reading {
  const checksums = readChecksums(family, image) ?? [];
  const listing = listCodes(family, image, checksums) ?? noTable();
  return { family, image, listing, checksums, facts: family.describe(image) };
}

/**
 * The family's own listing. Codes of a read that lacks what it describes, or in which no sum is where every real file of
 * the family has one, are listed and cannot be switched.
 */
export function listCodes(family: Family, image: Image, checksums: readonly Checksum[]): DtcListing | null {
  const listing = family.dtcs?.list(image) ?? null;
  if (listing?.outcome !== 'found') return listing;
  const missing = findMissingEnd(image, checksums) ?? findMissingSums(family, checksums);
  return { ...listing, notSwitchable: listing.notSwitchable ?? missing };
}

function findMissingSums({ areSumsProved }: Family, checksums: readonly Checksum[]): Sentence | null {
  const hasSums = checksums.some(({ kind }) => kind === 'sum');
  return areSumsProved === true && !hasSums ? sentence('sums_not_found') : null;
}

/** The part of an analysis that is about the first copy of the memory. */
type Analysed = {
  inspection: Inspection;
  family: Family | null;
  image: Image;
  ownListing: DtcListing | null;
  checksums: Checksum[] | null;
};

/** Returns the family's part of an analysis; null: not recognised. */
export function readingOf({ inspection, family, image, ownListing, checksums }: Analysed): Reading | null {
  const { identification } = inspection;
  if (family === null || identification.outcome !== 'recognised') return null;
  return {
    family,
    image,
    listing: ownListing ?? noTable(),
    checksums: checksums ?? [],
    facts: identification.facts,
  };
}

const noTable = (): DtcListing => ({ outcome: 'not found', reason: sentence('codes_not_listed') });
