import { changeAt, u32beBytes } from '../../change.ts';
import { sum32be } from '../../checksums/sums.ts';
import type { Checksum } from '../../family.ts';
import type { Image } from '../../image.ts';
import { findChip } from './denso-sh.chip.ts';
import { layout } from './denso-sh.layout.ts';

export function densoShChecksums(image: Image): Checksum[] {
  return (image.memo(findChip)?.sums ?? []).map(({ at, end, differenceAt }, index) => {
    const expected = (layout.sumTotal - sum32be(image, { at, end })) >>> 0;
    const name = `Sum ${index + 1}`;
    return {
      name,
      kind: 'sum',
      ranges: [{ at, end }],
      cells: [{ at: differenceAt, end: differenceAt + 4 }],
      state: image.u32be(differenceAt) === expected ? 'ok' : 'wrong',
      correct: () => changeAt(image, differenceAt, u32beBytes(expected), `The difference of "${name}"`),
    };
  });
}
