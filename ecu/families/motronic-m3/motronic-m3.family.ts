/**
 * What: Bosch Motronic M3, petrol engines.
 * Seen in: Volkswagen group, BMW, about 1990 to 2000.
 * Sizes: 32 KB, 64 KB, 128 KB, 256 KB.
 * Recognised by: its own name (M3.8.3), or BMW's reversed numbers after twice three digits, 0x1AF bytes before the end
 *   of a chip.
 * Easily confused with: M5, which has the same block of numbers with another name; M1, whose reversed numbers follow a
 *   list of addresses.
 * Sources: v-arapidis/openremap-core (MIT), facts only; measured on real dumps.
 */
import { motronicFamily, numberPairs } from '../../platforms/motronic/family.ts';
import type { Evidence } from '../../family.ts';
import type { Image } from '../../image.ts';

export const motronicM3 = motronicFamily({
  id: 'motronic-m3',
  models: ['M3.1', 'M3.2', 'M3.3', 'M3.8', 'M3.8.2', 'M3.8.3', 'M3.8.4'],
  named: /^M3\.\d/,
  recogniseUnnamed,
});

/** Measured on M3.3: the offset inside every 32 KB, and the digits before it, which are 606/411 when reversed. */
const placeInHalf = 0x7e51;
const halfLength = 0x8000;
const digitsBefore = 12;

function recogniseUnnamed(image: Image): Evidence[] {
  for (const { at } of numberPairs(image).turned) {
    if (at % halfLength !== placeInHalf) continue;
    const text = image.ascii(at - digitsBefore, digitsBefore) ?? '';
    if (/^\d{3}\/\d{3} \d{4}$/.test(text)) return [{ points: 60, at, reason: 'turned numbers behind digits in place' }];
  }
  return [];
}
