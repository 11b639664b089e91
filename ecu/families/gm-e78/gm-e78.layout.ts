import { firstSegment, listedSegments, segmentNames } from '../../platforms/gm/control-unit.ts';
import type { SegmentPlace } from '../../platforms/gm/crc-segments.ts';
import { needle } from '../../platforms/gm/needles.ts';

/** Sources: UniversalPatcher, XML/e78.xml, autodetect.xml and DtcSearch.xml (facts only). */
export const layout = {
  sizeBytes: 0x300000,
  tailsAt: [0x7fff8, 0x2ffff8],
  tail: [0x55aaffff, 0xffffffff],
  middleAt: 0x80000,
  middle: 0xaa55,
  /** In the boot code, which is erased in most reads. */
  bootNumberAt: 0x1ada2,
  bootNumbers: [99, 0xffff] as readonly number[],
  programNumberAt: 0xcb002,
  programNumber: 1,
  programPartAt: 0xcb005,
  programSuffixAt: 0xcb009,
} as const;

const entries: [string, number][] = [
  ['system', 0xcb05a],
  ['fuel', 0xcb07e],
  ['speedometer', 0xcb0a2],
  [segmentNames.diagnosticsName, 0xcb0c6],
  ['engine operation', 0xcb0ea],
];

/** Without the boot code, which is not in the reads seen. */
export const segmentPlaces: readonly SegmentPlace[] = [
  firstSegment(segmentNames.systemName, 0xcb026, { crcField: 0x4b020, sumField: 0x4b000 }),
  ...listedSegments(entries, 0x20),
];

const codeNeedles = [needle('3D 80 .. .. 39 8C .. .. 57 EB 08 3C 7C 8C 5A 2E 3D 20')];
const stateNeedles = [needle('3C A0 .. .. 38 A5 .. .. 7F EB 07 34')];

/** How the codes and their states are found. */
export const stateList = {
  codes: codeNeedles,
  states: stateNeedles,
  // Published with a mask, so the byte may hold more than the state.
  areStatesPlain: false,
};
