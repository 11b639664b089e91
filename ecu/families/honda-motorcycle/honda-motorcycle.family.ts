/**
 * What: Keihin for Honda's motorcycles, petrol engines, several processors.
 * Seen in: Honda, about 2004 to 2020.
 * Sizes: 56 KB, 64 KB, 256 KB, 512 KB, 1 MB.
 * Recognised by: how the memory begins, and Keihin's code of model and level (MFLA408), which is there once; bytes that add
 *   up to 0.
 * Easily confused with: motorcycles of Suzuki, whose memory begins almost alike and ends with a name of another form.
 * Sources: Roxxas21/HondaTestNew, uPSKK13/HondaEcu (facts only); measured on real dumps.
 */
import { sum8 } from '../../checksums/sums.ts';
import type { Checksum, Evidence, Family } from '../../family.ts';
import type { Image } from '../../image.ts';

const KB = 0x400;

/** Measured on 40 dumps: the first bytes (null: any), and what stands before the code. */
const starts: readonly { sizes: readonly number[]; bytes: readonly (number | null)[] }[] = [
  { sizes: [256 * KB], bytes: [0xff, 0x00, 0x00, null, 0x70, 0x00, 0x70, 0x00] },
  { sizes: [256 * KB, 512 * KB], bytes: [0x00, 0x5a, 0x00, 0x5a, 0x00, 0x00, null, null] },
  { sizes: [1024 * KB], bytes: [0x00, 0x00, 0x10, 0x00, 0xff, 0xff, 0x10, 0x00] },
  { sizes: [56 * KB], bytes: [0x00, 0x82, 0x0f, 0xfa, 0x0f, 0xfa, 0x0f, 0xfa] },
  { sizes: [64 * KB], bytes: [0x0c, 0x4b] },
];
/** Two letters or digits behind K or M name the model; the level is a letter and three digits. */
const code = /(?<![0-9A-Z])[KM][0-9A-Z]{2}[A-Z]\d[0-9A-F]{2}(?![0-9A-Z])/dg;

type Found = { value: string; at: number; isBalanced: boolean };

export const hondaMotorcycle: Family = {
  id: 'honda-motorcycle',
  maker: 'Keihin',
  models: ['38770'],
  recognise(image) {
    const found = image.memo(findCode);
    if (found === null) return [];
    const evidence: Evidence[] = [
      { points: 40, at: found.at, reason: "how the memory begins, and Keihin's code of the model" },
    ];
    if (isAtEnd(image, found)) evidence.push({ points: 20, at: found.at, reason: 'the code is near the end' });
    if (found.isBalanced) evidence.push({ points: 30, at: 0, reason: 'all bytes add up to 0' });
    return evidence;
  },
  describe(image) {
    const found = image.memo(findCode);
    if (found === null) return {};
    const { value, at } = found;
    return {
      vehicleManufacturer: { value: 'Honda', at, strength: 'implied' },
      softwareId: { value, at, strength: 'strong' },
    };
  },
  dtcs: null,
  checksums: listSums,
  areSumsProved: true,
  readSizes: [...new Set(starts.flatMap(({ sizes }) => sizes)), 48 * KB, 96 * KB],
};

const isAtEnd = (image: Image, { at }: Found) => at >= image.sizeBytes - 0x40;

/** Keihin's code where it is the only one of its form. */
function findCode(image: Image): Found | null {
  const isLike = ({ sizes, bytes }: (typeof starts)[number]) =>
    sizes.includes(image.sizeBytes) && bytes.every((byte, at) => byte === null || byte === image.u8(at));
  if (!starts.some(isLike)) return null;
  const text = image.latin({ at: 0, end: image.sizeBytes });
  const places = [...text.matchAll(code)];
  const value = places[0]?.[0];
  if (value === undefined || !places.every(([other]) => other === value)) return null;
  const sum = sum8(image, { at: 0, end: image.sizeBytes });
  return { value, at: places[0]?.index ?? 0, isBalanced: (sum & 0xff) === 0 };
}

/**
 * All bytes add up to 0 in 80 of 85 public files. That the others were changed is not known, so they are not judged. Where
 * the balance stands differs between models and is only published: nothing is corrected.
 */
function listSums(image: Image): Checksum[] {
  const found = image.memo(findCode);
  if (found === null) return [];
  const range = { at: 0, end: image.sizeBytes };
  const state = found.isBalanced ? 'ok' : 'unknown';
  return [{ name: 'Sum of all bytes', kind: 'sum', ranges: [range], cells: [], state, correct: null }];
}
