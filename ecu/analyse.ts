import type { Checksum, DtcListing, Family } from './family.ts';
import { families } from './families.ts';
import type { Inspection } from './index.ts';
import { inspect } from './index.ts';
import type { Image } from './image.ts';

/** Everything that can be told of a file. Offsets are those of `image`. */
export type Analysis = {
  inspection: Inspection;
  image: Image;
  family: Family | null;
  /** null: the control unit is not recognised, or its trouble codes cannot be listed. */
  listing: DtcListing | null;
  /** null: not recognised, or no checksum of the family is known. */
  checksums: Checksum[] | null;
};

/** Looks at a file once, in full. The bytes are only read. */
export function analyse(bytes: Uint8Array): Analysis {
  const inspection = inspect(bytes);
  const { identification, image } = inspection;
  const familyId = identification.answer === 'recognised' ? identification.family.familyId : null;
  const family = families.find(({ id }) => id === familyId) ?? null;
  return {
    inspection,
    image,
    family,
    listing: family?.dtcs?.list(image) ?? null,
    checksums: family?.checksums?.(image) ?? null,
  };
}
