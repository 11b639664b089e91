/**
 * What: control units of Suzuki's motorcycles, petrol engines, big endian.
 * Seen in: Suzuki Hayabusa, GSX-R and B-King, about 2002 to 2013.
 * Sizes: 256 KB, 1 MB.
 * Recognised by: how the memory begins, and the name of the program near its end (DJ47SE10, BB34BB51).
 * Easily confused with: motorcycles of Honda, which have Keihin's code of the model instead.
 * Sources: mkorkalo/BusaECUeditor (facts only); measured on real dumps.
 */
import { sum16be } from '../../checksums/sums.ts';
import type { Checksum, Family } from '../../family.ts';
import type { Image } from '../../image.ts';

const layout = {
  // Measured: eleven dumps of the larger form and two of the smaller one.
  memories: [
    { sizeBytes: 0x100000, first: 0xff000878, second: 0x70007000, nameAt: 0xffff0, name: /^DJ[0-9A-Z]{2}SE\d{2}$/ },
    { sizeBytes: 0x40000, first: 0x00000400, second: null, nameAt: 0x3fff0, name: /^[A-Z]{2}\d{2}[A-Z]{2}\d{2}$/ },
  ],
  nameLength: 8,
  /** All 16-bit words add up to this: 20 of 27 public files (compared elsewhere). */
  total: 0x5aa5,
};

export const suzukiMotorcycle: Family = {
  id: 'suzuki-motorcycle',
  maker: 'Suzuki',
  models: ['Hayabusa', 'GSX-R', 'B-King'],
  recognise(image) {
    const name = image.memo(findName);
    return name === null
      ? []
      : [{ points: 90, at: name.at, reason: 'how the memory begins, and the name of the program near its end' }];
  },
  describe(image) {
    const name = image.memo(findName);
    if (name === null) return {};
    return {
      vehicleManufacturer: { value: 'Suzuki', at: name.at, strength: 'implied' },
      softwareNumber: { ...name, strength: 'strong' },
    };
  },
  dtcs: null,
  checksums: listSums,
  areSumsProved: true,
};

function findName(image: Image): { value: string; at: number } | null {
  for (const { sizeBytes, first, second, nameAt: at, name } of layout.memories) {
    if (image.sizeBytes !== sizeBytes || image.u32be(0) !== first) continue;
    if (second !== null && image.u32be(4) !== second) continue;
    const value = image.ascii(at, layout.nameLength);
    if (value !== null && name.test(value)) return { value, at };
  }
  return null;
}

/** Files whose words do not add up so are published as stock as well: they are not judged. */
function listSums(image: Image): Checksum[] {
  if (image.memo(findName) === null) return [];
  const range = { at: 0, end: image.sizeBytes };
  const state = (sum16be(image, range) & 0xffff) === layout.total ? 'ok' : 'unknown';
  return [{ name: 'Sum of all words', kind: 'sum', ranges: [range], cells: [], state, correct: null }];
}
