import { changeAt, u16leBytes } from '../../change.ts';
import { crc16Reflected } from '../../checksums/crc16.ts';
import type { Checksum } from '../../family.ts';
import type { Image, Window } from '../../image.ts';

/**
 * The record of the calibration: a CRC-16, the number of areas, and the first and the last address of each. Measured on
 * the data sets of three programs (ms4x-net/ms43, facts only): 23 of 26 come out, and of the others two were edited.
 */
const layout = {
  recordField: 0x3fe0,
  countField: 2,
  areasField: 4,
  areaLength: 8,
  maxAreas: 4,
  /** Where the calibration is in memory: also of a file that holds the calibration alone. */
  calibrationAddress: 0x70000,
  /** The register starts as the last two characters of the number of the program. */
  startField: 12,
  minCovered: 0x1000,
};

export function listMs43Sums(image: Image, calibrationAt: number): Checksum[] {
  const recordAt = calibrationAt + layout.recordField;
  const count = image.u16le(recordAt + layout.countField) ?? 0;
  const start = image.u16le(calibrationAt + layout.startField);
  if (start === null || count === 0 || count > layout.maxAreas) return [];
  const cell = { at: recordAt, end: recordAt + 2 };
  const ranges: Window[] = [];
  for (let index = 0; index < count; index += 1) {
    const at = recordAt + layout.areasField + index * layout.areaLength;
    const origin = calibrationAt - layout.calibrationAddress;
    ranges.push({ at: (image.u32le(at) ?? 0) + origin, end: (image.u32le(at + 4) ?? 0) + origin + 1 });
  }
  const isSound = ({ at, end }: Window, index: number) =>
    at >= (ranges[index - 1]?.end ?? calibrationAt) &&
    end > at &&
    end <= image.sizeBytes &&
    (end <= cell.at || at >= cell.end);
  const covered = ranges.reduce((sum, { at, end }) => sum + end - at, 0);
  if (!ranges.every(isSound) || covered < layout.minCovered) return [];
  const expected = ranges.reduce((crc, range) => crc16Reflected(image, range, crc), start);
  return [
    {
      name: 'CRC of the calibration',
      kind: 'sum',
      ranges,
      cells: [cell],
      state: image.u16le(cell.at) === expected ? 'ok' : 'wrong',
      correct: () => changeAt(image, cell.at, u16leBytes(expected), 'The CRC of the calibration'),
    },
  ];
}
