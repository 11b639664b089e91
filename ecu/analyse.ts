import { listGenericCodes } from './dtc/generic-scan.ts';
import type { Checksum, DtcListing, Family } from './family.ts';
import { families } from './families.ts';
import type { Inspection } from './inspect.ts';
import { inspect } from './inspect.ts';
import type { Image } from './image.ts';

/** Everything that can be reported of a file. Offsets are those of `image`, which is the file in the form it was read in. */
export type Analysis = {
  inspection: Inspection;
  image: Image;
  family: Family | null;
  /**
   * The family's own table. Where the family has none, or it is not found, codes that were found without knowing the
   * table: those can never be switched. null: no control unit's memory.
   */
  listing: DtcListing | null;
  /** The family's own table, also where it is not found; null: not recognised, or the family's codes are not listed. */
  ownListing: DtcListing | null;
  /** null: not recognised, or no checksum of the family is known. */
  checksums: Checksum[] | null;
};

/** Looks at a file once, in full; as one of the families `among`. The bytes are only read. */
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
  // The relation that the family misses shows more than that the table is not known.
  return own === null ? generic : { ...generic, notSwitchable: own.reason };
}
