/**
 * What: Hitachi with a SuperH processor of Renesas, petrol engines, big endian.
 * Seen in: Nissan and Infiniti, about 2002 to 2010.
 * Sizes: 512 KB (SH7055), 1 MB (SH7058).
 * Recognised by: the same two vectors twice with the stack at FFFF7FFC, and the constants around the two sums.
 * Easily confused with: SuperH units of Denso and Mitsubishi, which have other vectors and none of these constants.
 * Sources: Pytrex/NissanDefinitions, fenugrec/nissutils (facts only); measured on real dumps.
 */
import type { Checksum, Facts, Family } from '../../family.ts';
import type { Image, Window } from '../../image.ts';

const layout = {
  processors: new Map([
    [0x80000, 'SH7055'],
    [0x100000, 'SH7058'],
  ]),
  /** Reset and manual reset start the same program on the same stack. */
  startAt: 0x00,
  stackAt: 0x04,
  secondStartAt: 0x08,
  secondStackAt: 0x0c,
  stack: 0xffff7ffc,
  // The constants that the sums stand between: 3BF5D0AF 0030D400, a word, the xor, a word, the sum, 0012C000. Measured in 24
  // of 24 dumps; in 21 of 21 with a published place for them, it is this one.
  frame: Uint8Array.of(0x3b, 0xf5, 0xd0, 0xaf, 0x00, 0x30, 0xd4, 0x00),
  frameWindow: { at: 0x2000, end: 0x20000 },
  xorField: 12,
  sumField: 20,
  endField: 24,
  frameEnd: 0x0012c000,
  // The digit 1 and the name of the calibration: CF48D. Twice in a row, with or without a text of zeros between.
  idWindow: { at: 0x2000, end: 0x10000 },
  idTwice: /1([0-9A-Z]{2}\d[0-9A-Z]{2})0*1\1/dg,
  idAlone: /(?<![0-9A-Za-z])1([0-9A-Z]{2}\d[0-9A-Z]{2})(?![0-9A-Za-z])/dg,
};

export const nissanSh: Family = {
  id: 'nissan-sh',
  maker: 'Hitachi',
  models: ['SH7055', 'SH7058'],
  recognise(image) {
    const at = image.memo(findFrame);
    return at === null ? [] : [{ points: 90, at, reason: 'vectors of a SuperH and the constants around its two sums' }];
  },
  describe(image) {
    const frameAt = image.memo(findFrame);
    if (frameAt === null) return {};
    const facts: Facts = {
      vehicleManufacturer: { value: 'Nissan', at: frameAt, strength: 'implied' },
      processor: { value: layout.processors.get(image.sizeBytes) ?? '', at: layout.stackAt, strength: 'implied' },
    };
    const id = findId(image);
    return id === null ? facts : { ...facts, softwareNumber: { ...id, strength: 'strong' } };
  },
  dtcs: null,
  checksums: listSums,
  areSumsProved: true,
};

function findFrame(image: Image): number | null {
  if (!layout.processors.has(image.sizeBytes) || image.u32be(layout.stackAt) !== layout.stack) return null;
  if (image.u32be(layout.secondStackAt) !== layout.stack) return null;
  if (image.u32be(layout.startAt) !== image.u32be(layout.secondStartAt)) return null;
  const at = image.find(layout.frame, layout.frameWindow);
  return at !== null && image.u32be(at + layout.endField) === layout.frameEnd ? at : null;
}

/** A name that stands twice in a row, or the only one that stands alone; a row of digits is no name. */
function findId(image: Image): { value: string; at: number } | null {
  const { at } = layout.idWindow;
  const text = image.latin(layout.idWindow);
  for (const pattern of [layout.idTwice, layout.idAlone]) {
    const found = [...text.matchAll(pattern)]
      .map(({ indices }) => indices?.[1])
      .flatMap((place) => (place === undefined ? [] : { value: text.slice(...place), at: at + place[0] }))
      .filter(({ value }) => /[A-Z]/.test(value));
    const [first] = found;
    if (first !== undefined && found.every(({ value }) => value === first.value)) return first;
  }
  return null;
}

/**
 * Sum and xor of all words but these two. In some programs neither comes out, and nothing in the bytes tells them from
 * files that were changed: the two are not judged there.
 */
function listSums(image: Image): Checksum[] {
  const frameAt = image.memo(findFrame);
  if (frameAt === null) return [];
  const [xorAt, sumAt] = [frameAt + layout.xorField, frameAt + layout.sumField];
  const ranges: Window[] = [
    { at: 0, end: xorAt },
    { at: xorAt + 4, end: sumAt },
    { at: sumAt + 4, end: image.sizeBytes },
  ];
  const view = new DataView(image.bytes.buffer, image.bytes.byteOffset, image.sizeBytes);
  const [storedXor, storedSum] = [view.getUint32(xorAt), view.getUint32(sumAt)];
  let [sum, xor] = [-storedXor - storedSum, storedXor ^ storedSum];
  for (let at = 0; at < image.sizeBytes; at += 4) {
    const word = view.getUint32(at);
    sum = (sum + word) | 0;
    xor ^= word;
  }
  const isRight = sum >>> 0 === storedSum && xor >>> 0 === storedXor;
  return ['Xor of all words', 'Sum of all words'].map((name) => ({
    name,
    kind: 'sum',
    ranges,
    cells: [],
    state: isRight ? 'ok' : 'unknown',
    correct: null,
  }));
}
