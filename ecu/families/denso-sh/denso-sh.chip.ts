import type { Image, Window } from '../../image.ts';
import { layout } from './denso-sh.layout.ts';

/** One sum: the words of the window plus the difference always add up to the same number. */
export type DensoSum = Window & { differenceAt: number };

/** The first and the last address of a sum stand in front of its difference. */
const addressesLength = 8;

export type Chip = {
  processor: string;
  calibrationId: string;
  sums: DensoSum[];
  /** Whether every row of the table of sums that is in use could be read. */
  areSumsWhole: boolean;
  copyrightAt: number | null;
  /** Whether this is the chip of the MX-5, whose table of codes differs. */
  isNc: boolean;
};

/** Returns the chip that the file was read from, or null: vectors, calibration name and size have to fit. */
export function findChip(image: Image): Chip | null {
  const ofSize = layout.processors.filter(({ sizeBytes }) => sizeBytes === image.sizeBytes);
  const known = ofSize.find((one) => sumsAt(image, one).sums.length > 0) ?? ofSize[0];
  const startAddress = image.u32be(layout.startAt) ?? 0;
  const stack = image.u32be(layout.stackAt) ?? 0;
  if (known === undefined || stack < layout.stackAddress || stack % 4 !== 0) return null;
  if (startAddress < 0x400 || startAddress >= image.sizeBytes || startAddress % 2 !== 0) return null;
  const calibrationId = image.ascii(layout.calibrationIdAt, layout.calibrationIdLength);
  if (calibrationId === null || !/^[A-Z0-9]*\d[A-Z0-9]*$/.test(calibrationId)) return null;
  const copyrightAt = image.find(layout.copyright, { at: layout.calibrationIdAt, end: layout.copyrightEnd });
  const { sums, areSumsWhole } = sumsAt(image, known);
  // A smaller chip in a larger file is not the larger chip; that form of the file is read on its own instead.
  if (sums.length === 0 && isFilling(image, { at: image.sizeBytes / 2, end: image.sizeBytes })) return null;
  return sums.length === 0 && copyrightAt === null
    ? null
    : { processor: known.processor, calibrationId, sums, areSumsWhole, copyrightAt, isNc: known.isNc };
}

function isFilling(image: Image, { at, end }: Window): boolean {
  const filling = image.bytes[at];
  return image.bytes.subarray(at, end).every((byte) => byte === filling);
}

type SumsPlace = Pick<(typeof layout.processors)[number], 'sumsAt' | 'sumsLimit'>;

/**
 * Reads the table up to the first row without sound addresses. What stands behind it is not read: a row has nothing but
 * its addresses to show that it is one. The table is whole where all that follows is unused; without a first row there
 * is none.
 */
function sumsAt(image: Image, { sumsAt: tableAt, sumsLimit }: SumsPlace): Pick<Chip, 'sums' | 'areSumsWhole'> {
  const rows = Array.from({ length: sumsLimit }, (_, index) => tableAt + index * layout.sumLength);
  const read = rows.map((at) => sumAt(image, at));
  const end = read.includes(null) ? read.indexOf(null) : read.length;
  const sums = read.slice(0, end).filter((sum) => sum !== null);
  return { sums, areSumsWhole: end === 0 || rows.slice(end).every((at) => isUnused(image, at)) };
}

const isUnused = (image: Image, at: number): boolean => {
  const filling = image.u8(at);
  return (filling === 0 || filling === 0xff) && isFilling(image, { at, end: at + addressesLength });
};

function sumAt(image: Image, at: number): DensoSum | null {
  const differenceAt = at + addressesLength;
  const [first, last] = [image.u32be(at) ?? 0, image.u32be(at + 4) ?? 0];
  if (last <= first || last > image.sizeBytes || first % 4 !== 0) return null;
  const end = Math.min(image.sizeBytes, first + Math.ceil((last - first) / 4) * 4);
  // A sum over its own difference could never be corrected.
  return first < differenceAt + 4 && differenceAt < end ? null : { at: first, end, differenceAt };
}
