import { firstSegment, listedSegments, segmentNames } from '../../platforms/gm/control-unit.ts';
import type { SegmentPlace } from '../../platforms/gm/crc-segments.ts';
import { needle } from '../../platforms/gm/needles.ts';

/** Sources: UniversalPatcher, XML/e38.xml, e67.xml and autodetect.xml (facts only). */
export const layout = {
  sizeBytes: 0x200000,
  tailAt: 0x1ffff8,
  tail: [0xaa556666, 0xffffffff],
  bootNumberAt: 0x3f2,
  bootNumber: 99,
  bootPartAt: 0x3f5,
  programNumberAt: 0x10002,
  programNumber: 1,
  programPartAt: 0x10005,
  programSuffixAt: 0x10009,
  /** Models by the part number of the boot code, which the E67 does not have. */
  models: new Map([
    [12605900, 'E38'],
    [0, 'E67'],
  ]),
} as const;

const entries: [string, number][] = [
  [segmentNames.systemName, 0x10024],
  ['system', 0x10048],
  ['fuel', 0x1006b],
  ['speedometer', 0x1008e],
  [segmentNames.diagnosticsName, 0x100b1],
  ['engine', 0x100d4],
];

export const segmentPlaces: readonly SegmentPlace[] = [
  firstSegment('boot code', 0x414, { crcField: 0x40e, sumField: 0x3f0 }),
  ...listedSegments(entries, 0x1e),
];

/** DtcSearch.xml: the same search through the list of codes, as compiled in two ways. */
const codeNeedles = [
  needle('3D 80 .. .. 39 8C .. .. 7D 7B DA 14 7C 8C 5A 2E 80 BD'),
  needle('3D 80 .. .. 39 8C .. .. 7D 67 3A 14 7C CC'),
];
const stateNeedles = [needle('3C A0 .. .. 38 A5 .. .. 7D 85 50')];

/** How the codes and their states are found. */
export const stateList = {
  codes: codeNeedles,
  states: stateNeedles,
  areStatesPlain: true,
};
