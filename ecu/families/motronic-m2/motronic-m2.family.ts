/**
 * What: Bosch Motronic M2, petrol engines.
 * Seen in: Audi, Alfa Romeo, Opel, Porsche, about 1989 to 1999.
 * Sizes: 32 KB, 64 KB, 128 KB.
 * Recognised by: its own name (M2.10.4), or Audi's line of text that ends in PMC and the numbers.
 * Easily confused with: M3 of the Volkswagen group, whose line has no PMC; Mono-Motronic, which has MONO where this has MOTOR.
 * Sources: v-arapidis/openremap-core (MIT), facts only; measured on real dumps.
 */
import { motronicFamily } from '../../platforms/motronic/family.ts';
import type { Evidence } from '../../family.ts';
import type { Image } from '../../image.ts';
import type { TextSignature } from '../../text-signatures.ts';
import { listMark } from '../../text-signatures.ts';

export const motronicM2 = motronicFamily({
  id: 'motronic-m2',
  models: ['M2.3', 'M2.4', 'M2.7', 'M2.8', 'M2.9', 'M2.10'],
  named: /^M2\.\d/,
  recogniseUnnamed,
});

/** `4A0907551A     MOTOR D02PMC 02612004651267356703` in the last 512 bytes. */
const audiLine: TextSignature = {
  anchor: 'PMC 0261',
  pattern: /MOTO?R[\x20-\x7E]{0,12}PMC 0261\d{6}/d,
  before: 20,
  after: 14,
  within: { at: 0x7c00, end: 0x10000 },
  points: 60,
  reason: 'a line with MOTOR and PMC before the numbers',
};

function recogniseUnnamed(image: Image): Evidence[] {
  const [line] = listMark(image, audiLine);
  return line === undefined ? [] : [{ points: audiLine.points, at: line.at, reason: audiLine.reason }];
}
