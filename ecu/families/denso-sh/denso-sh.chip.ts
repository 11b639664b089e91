import type { Image, Window } from '../../image.ts';
import { layout } from './denso-sh.layout.ts';

/** One sum: the words of the window plus the difference always add up to the same number. */
export type DensoSum = Window & { differenceAt: number };

export type Chip = {
  processor: string;
  calibrationId: string;
  sums: DensoSum[];
  copyrightAt: number | null;
  /** Whether this is the chip of the MX-5, whose table of codes differs. */
  isNc: boolean;
};

/** Returns the chip that the file was read from, or null: vectors, calibration name and size have to fit. */
export function findChip(image: Image): Chip | null {
  const ofSize = layout.processors.filter(({ sizeBytes }) => sizeBytes === image.sizeBytes);
  const known = ofSize.find((one) => sumsAt(image, one).length > 0) ?? ofSize[0];
  const startAddress = image.u32be(layout.startAt) ?? 0;
  const stack = image.u32be(layout.stackAt) ?? 0;
  if (known === undefined || stack < layout.stackAddress || stack % 4 !== 0) return null;
  if (startAddress < 0x400 || startAddress >= image.sizeBytes || startAddress % 2 !== 0) return null;
  const calibrationId = image.ascii(layout.calibrationIdAt, layout.calibrationIdLength);
  if (calibrationId === null || !/^[A-Z0-9]*\d[A-Z0-9]*$/.test(calibrationId)) return null;
  const copyrightAt = image.find(layout.copyright, { at: layout.calibrationIdAt, end: layout.copyrightEnd });
  const sums = sumsAt(image, known);
  // A smaller chip in a larger file is not the larger chip; that form of the file is read on its own instead.
  if (sums.length === 0 && isFilling(image, { at: image.sizeBytes / 2, end: image.sizeBytes })) return null;
  return sums.length === 0 && copyrightAt === null
    ? null
    : { processor: known.processor, calibrationId, sums, copyrightAt, isNc: known.isNc };
}

function isFilling(image: Image, { at, end }: Window): boolean {
  const filling = image.bytes[at];
  return image.bytes.subarray(at, end).every((byte) => byte === filling);
}

type SumsPlace = Pick<(typeof layout.processors)[number], 'sumsAt' | 'sumsLimit'>;

function sumsAt(image: Image, { sumsAt: tableAt, sumsLimit }: SumsPlace): DensoSum[] {
  const sums: DensoSum[] = [];
  for (let index = 0; index < sumsLimit; index += 1) {
    const differenceAt = tableAt + index * layout.sumLength + 8;
    const first = image.u32be(differenceAt - 8) ?? 0;
    const last = image.u32be(differenceAt - 4) ?? 0;
    if (last <= first || last > image.sizeBytes || first % 4 !== 0) break;
    const end = Math.min(image.sizeBytes, first + Math.ceil((last - first) / 4) * 4);
    // A sum over its own difference could never be corrected.
    if (first < differenceAt + 4 && differenceAt < end) break;
    sums.push({ at: first, end, differenceAt });
  }
  return sums;
}
