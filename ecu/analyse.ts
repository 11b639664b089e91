import { listGenericCodes } from './dtc/generic-scan.ts';
import type { Checksum, DtcListing, Family } from './family.ts';
import { families } from './families.ts';
import type { Inspection } from './inspect.ts';
import { inspect } from './inspect.ts';
import type { Image } from './image.ts';

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
};

/** Analyses a file in full, considering only the families in `among`. Does not modify the bytes. */
export function analyse(bytes: Uint8Array, among: readonly Family[] = families): Analysis {
  const inspection = inspect(bytes, among);
  const { identification, image } = inspection;
  const familyId = identification.outcome === 'recognised' ? identification.family.familyId : null;
  const family = among.find(({ id }) => id === familyId) ?? null;
  const ownListing = family?.dtcs?.list(image) ?? null;
  return {
    inspection,
    image,
    family,
    listing: listingOf(inspection, family, ownListing),
    ownListing,
    checksums: family?.checksums?.(image) ?? null,
  };
}

function listingOf({ image, fileType }: Inspection, family: Family | null, own: DtcListing | null): DtcListing | null {
  if (family === null && fileType !== 'OK') return null;
  if (own?.outcome === 'found') return own;
  const generic = listGenericCodes(image, family !== null);
  if (generic.outcome !== 'found') return own ?? generic;
  // The reason why the family's own table was not found is more informative than the generic one.
  return own === null ? generic : { ...generic, notSwitchable: own.reason };
}
