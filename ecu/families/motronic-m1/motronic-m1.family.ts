/**
 * What: Bosch Motronic M1, petrol engines, 8051 and its successors.
 * Seen in: BMW, Alfa Romeo, Opel, about 1987 to 2001.
 * Sizes: 32 KB, 64 KB, 128 KB.
 * Recognised by: its own name (M1.55, M1.5.5), or the list of addresses that BMW's chips have before numbers spelled
 *   backwards.
 * Easily confused with: M2 and M3, whose chips have the same numbers in other places and without that list.
 * Sources: v-arapidis/openremap-core (MIT), facts only; measured on real dumps.
 */
import { motronicFamily, numberPairs } from '../../platforms/motronic/family.ts';
import type { Evidence } from '../../family.ts';
import type { Image } from '../../image.ts';

export const motronicM1 = motronicFamily({
  id: 'motronic-m1',
  models: ['M1.1', 'M1.2', 'M1.3', 'M1.7', 'M1.55', 'M1.5.5'],
  named: /^M1\.\d/,
  recogniseUnnamed,
});

/** Measured: the list ends 2 or 5 bytes before the numbers; two of these bytes are a sum. */
const listEndsBefore = [2, 5];
const listLength = 8;

/** Entries of a byte, 01 or 03, and their page: 42 03 9F, 45 03 9F, 23 01. The page depends on the size of the file. */
function recogniseUnnamed(image: Image): Evidence[] {
  for (const pair of numberPairs(image).turned) {
    const isAfterList = listEndsBefore.some((gap) => isListAt(image, pair.at - gap - listLength));
    if (isAfterList) return [{ points: 60, at: pair.at, reason: 'the list of addresses before the turned numbers' }];
  }
  return [];
}

function isListAt(image: Image, at: number): boolean {
  const page = image.u8(at + 2);
  if (page === null || image.u8(at + 5) !== page) return false;
  return image.u16be(at) === 0x4203 && image.u16be(at + 3) === 0x4503 && image.u16be(at + 6) === 0x2301;
}
