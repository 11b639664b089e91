/**
 * What: General Motors E54, diesel engines, 68k, big endian.
 * Seen in: Chevrolet and GMC trucks with the Duramax LB7 and LLY, about 2001 to 2005.
 * Sizes: 512 KB.
 * Recognised by: first and last address of six segments at 0x2000A, which fill their part of the memory without a gap.
 * Easily confused with: P01, P59 and P04 of the same maker, whose segments are named elsewhere.
 * Sources: joukoy/UniversalPatcher (GPL-3, facts only); measured on two real dumps.
 */
import { changeAt, u16beBytes } from '../../change.ts';
import { sum16be } from '../../checksums/sums.ts';
import type { Checksum, Evidence, Family } from '../../family.ts';
import type { Image } from '../../image.ts';
import { gmE54Dtcs } from './gm-e54.dtcs.ts';
import { layout } from './gm-e54.layout.ts';
import type { Segment } from './gm-e54.segments.ts';
import { segmentsOf } from './gm-e54.segments.ts';

export const gmE54: Family = {
  id: 'gm-e54',
  maker: 'Delphi',
  models: ['E54'],
  recognise(image) {
    const segments = segmentsOf(image);
    if (segments.length === 0) return [];
    const evidence: Evidence[] = [
      { points: 60, at: layout.pairsAt, reason: 'six segments that follow each other without a gap' },
    ];
    const right = segments.filter((segment) => computeMissingSum(image, segment) === 0).length;
    if (right > 0)
      evidence.push({ points: 5 * right, at: layout.system.at, reason: `${right} of their sums are right` });
    return evidence;
  },
  describe(image) {
    if (segmentsOf(image).length === 0) return {};
    return { model: { value: 'E54', at: layout.pairsAt, strength: 'implied' } };
  },
  dtcs: gmE54Dtcs,
  checksums: (image) => segmentsOf(image).map((segment) => toChecksum(image, segment)),
  areSumsProved: true,
  areas: (image) =>
    image
      .memo(segmentsOf)
      .map(({ at, end, name }) => ({ at, end, name, kind: at === layout.system.at ? 'code' : 'calibration' })),
};

/** Returns what the words of a segment lack to add up to 0; the first word makes up for the others. */
function computeMissingSum(image: Image, segment: Segment): number {
  return -sum16be(image, segment) & 0xffff;
}

function toChecksum(image: Image, segment: Segment): Checksum {
  const { at, end, name, sumAt } = segment;
  const lack = computeMissingSum(image, segment);
  return {
    name: `Sum of the ${name} at 0x${at.toString(16).toUpperCase()}`,
    kind: 'sum',
    ranges: [{ at, end }],
    cells: [{ at: sumAt, end: sumAt + 2 }],
    state: lack === 0 ? 'ok' : 'wrong',
    correct: () =>
      changeAt(
        image,
        sumAt,
        u16beBytes(((image.u16be(sumAt) ?? 0) + computeMissingSum(image, segment)) & 0xffff),
        `the sum of the ${name}`,
      ),
  };
}
