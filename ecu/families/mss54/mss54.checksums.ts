import { changeAt, u16beBytes } from '../../change.ts';
import { crc16Reflected } from '../../checksums/crc16.ts';
import type { Checksum } from '../../family.ts';
import type { Image } from '../../image.ts';
import { layout } from './mss54.layout.ts';
import type { DataPage } from './mss54.pages.ts';
import { listDataPages } from './mss54.pages.ts';

/** One CRC-16/ARC for each processor: mushitaro/mss54hp-csl-convert-tuner (facts only); 43 of 44 measured are right. */
export function mss54Checksums(image: Image): Checksum[] {
  return image.memo(listDataPages).map((page) => toChecksum(image, page));
}

function toChecksum(image: Image, { at, processor, next }: DataPage): Checksum {
  const checksumAt = at + layout.checksumField;
  const own = { at, end: checksumAt };
  const expected = crc16Reflected(image, own, next === null ? erasedPageCrc : crc16Reflected(image, next, 0));
  const name = `${processor} data`;
  return {
    name,
    kind: 'sum',
    ranges: next === null ? [own] : [next, own],
    cells: [{ at: checksumAt, end: checksumAt + 2 }],
    state: image.u16be(checksumAt) === expected ? 'ok' : 'wrong',
    correct: () => changeAt(image, checksumAt, u16beBytes(expected), `The checksum of "${name}"`),
  };
}

/** CRC-16/ARC of a page of FF, which follows the data in the control unit that the file was read from. */
const erasedPageCrc = 0x4400;
