/**
 * What: Bosch EDC16 whose flash chip was read on its own, so that the bits of every word are in the chip's order.
 * Seen in: BMW, about 2003 to 2008.
 * Sizes: 512 KB, 1 MB, 2 MB.
 * Recognised by: FADECAFE CAFEAFFE as the chip gives it, and the blocks of EDC16 once the lines are put in order.
 * Easily confused with: EDC16 read through the processor, which holds the two words as they are.
 * Sources: measured on real dumps, whose numbers agree with their labels once the lines are put in order.
 */
import { straighten } from '../../data-lines.ts';
import type { FactName, Facts, Family } from '../../family.ts';
import type { Image, Window } from '../../image.ts';
import { edc16 } from '../edc16/edc16.family.ts';

/** FADECAFE CAFEAFFE with its lines crossed. */
const crossedMagic = Uint8Array.of(0xF7, 0xCD, 0xB7, 0x8F, 0xB7, 0x8F, 0xF7, 0x3F);
const everywhere: Window = { at: 0, end: 0x200000 };
const leastBytes = 0x40000;

export const edc16Chip: Family = {
  id: 'edc16-chip',
  maker: 'Bosch',
  models: ['EDC16'],
  recognise(image) {
    const seen = image.recall(seenByProcessor);
    if (seen === null) return [];
    return edc16.recognise(seen).map(({ points, at, because }) => {
      return { points, at, because: `${because}, once the data lines of the chip are put in order` };
    });
  },
  describe(image) {
    const seen = image.recall(seenByProcessor);
    return seen === null ? {} : onlyImplied(edc16.describe(seen));
  },
  // What would have to be written lies between bits of the chip: nobody has checked that it can be put back.
  dtcs: null,
  checksums: null,
};

function seenByProcessor(image: Image): Image | null {
  if (image.sizeBytes < leastBytes || image.sizeBytes > everywhere.end) return null;
  return image.find(crossedMagic, everywhere) === null ? null : straighten(image, 'highThenLow');
}

/** Places hold, as only the bits inside each word move; the letters do not stand there as such. */
function onlyImplied(facts: Facts): Facts {
  const implied: Facts = {};
  for (const [name, { value, at }] of Object.entries(facts)) {
    implied[name as FactName] = { value, at, strength: 'implied' };
  }
  return implied;
}
