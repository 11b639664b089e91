import type { Image, Window } from '../../image.ts';
import { layout } from './gm-p01.layout.ts';

/** `sumAt` is the offset of the segment's sum, `tableAt` that of its entry in the table. */
export type Segment = Window & { name: string; sumAt: number; tableAt: number };

const names = [
  'Operating system',
  'Engine calibration',
  'Engine diagnostics',
  'Transmission calibration',
  'Transmission diagnostics',
  'Fuel system',
  'System',
  'Speedometer',
];

/** Returns the eight segments, or null unless each of them is where the table of a P01 can put it. */
export function readSegments(image: Image): Segment[] | null {
  if (image.u16be(layout.bootSignatureAt) !== layout.signature) return null;
  const segments: Segment[] = [];
  for (const [index, name] of names.entries()) {
    const tableAt = layout.segmentsAt + index * 8;
    const at = image.u32be(tableAt) ?? 0;
    const lastAt = image.u32be(tableAt + 4) ?? 0;
    // The sum is over words, so a segment begins and ends on one.
    if (lastAt <= at || lastAt % 2 === 0 || lastAt >= image.sizeBytes) return null;
    segments.push({ at, end: lastAt + 1, name, sumAt: index === 0 ? layout.systemSumAt : at, tableAt });
  }
  const [system, ...calibrations] = segments;
  if (system === undefined || system.at !== 0 || system.end <= layout.programAt) return null;
  // The second signature follows the program.
  if (image.u16be(system.end) !== layout.signature) return null;
  let nextAt = layout.firstCalibrationAt;
  for (const { at, end } of calibrations) {
    if (at !== nextAt || end > layout.bootSignatureAt) return null;
    nextAt = end;
  }
  return segments;
}
