/**
 * What: Bosch Motronic of the eighties and nineties whose texts do not name the type, petrol engines.
 * Seen in: BMW, Opel, Peugeot, Citroën, Porsche and others, about 1984 to 1998.
 * Sizes: 16 KB to 128 KB.
 * Recognised by: petrol numbers of the hardware and of a program of those years, side by side, in either direction.
 * Easily confused with: M1, M2 and M3, which are named where anything in the file distinguishes them.
 * Sources: v-arapidis/openremap-core (MIT), facts only; measured on real dumps.
 */
import { motronicFamily, numberPairs } from '../../platforms/motronic/family.ts';
import type { Evidence } from '../../family.ts';
import type { Image } from '../../image.ts';

export const motronic = motronicFamily({
  id: 'motronic',
  models: ['Motronic'],
  named: /^(?!)/,
  recogniseUnnamed,
});

const maxBytes = 0x20000;
/** 1267 and 2227 went out of use with the chips of this family; later control units use 1037 instead. */
const oldProgram = /^(1267|2227|1277|1287)/;

function recogniseUnnamed(image: Image): Evidence[] {
  if (image.sizeBytes > maxBytes) return [];
  const { straight, turned } = numberPairs(image);
  const isOld = straight.every(({ groups }) => oldProgram.test(groups['softwareNumber']?.value ?? ''));
  const [pair] = turned.length > 0 ? turned : isOld ? straight : [];
  return pair === undefined ? [] : [{ points: 35, at: pair.at, reason: 'numbers as chips of those years keep them' }];
}
