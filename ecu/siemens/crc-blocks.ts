import { changeAt, u32leBytes } from '../change.ts';
import { crc32Forward } from '../checksums/crc32.ts';
import type { Checksum } from '../family.ts';
import type { Image, Window } from '../image.ts';

/** A block whose header names areas and their CRC. isSealed: the header's first word does not say it was left out. */
export type CrcBlock = { at: number; crcAt: number; areas: Window[]; isRight: boolean; isSealed: boolean };

/**
 * Units of Siemens and Continental with a TriCore. Source: bri3d/VW_Flash (BSD-2), lib/checksum.py. Measured: MSD80
 * and MSD81: right for boot loaders and program, six blocks of six. Both calibrations have another first word.
 */
const layout = {
  /** Every block begins at a multiple of this, in the file and in the memory. */
  blockStep: 0x4000,
  /** Most blocks; the second and third part of the program. The one at 0x340 is for a copy that no file holds. */
  headerFields: [0x300, 0x0],
  crcField: 0x04,
  areaCountField: 0x08,
  areasField: 0x0C,
  areaLength: 8,
  /** 26 were seen, in the program of MSD80. */
  areasAtMost: 32,
  /** A word or two are checked by chance too easily. */
  coveredAtLeast: 0x1000,
  memoryLength: 0x1000000,
  unsealed: 0xFFFFFFFF,
} as const;

/** A forged file may claim any number of areas. Real ones are covered once, in one of two ways to place them. */
const coverageLimit = 3;

export function listCrcBlocks(image: Image): CrcBlock[] {
  return image.recall(findBlocks);
}

function findBlocks(image: Image): CrcBlock[] {
  const blocks: CrcBlock[] = [];
  let left = image.sizeBytes * coverageLimit;
  for (let at = 0; at < image.sizeBytes; at += layout.blockStep) {
    for (const headerField of layout.headerFields) {
      const headerAt = at + headerField;
      const crcAt = headerAt + layout.crcField;
      for (const areas of placesOf(image, at, headerAt)) {
        left -= areas.reduce((sum, area) => sum + area.end - area.at, 0);
        if (left < 0) return blocks;
        const isRight = crcOf(image, areas) === image.u32le(crcAt);
        const isSealed = image.u32le(headerAt) !== layout.unsealed;
        const known = blocks.findIndex((block) => block.crcAt === crcAt);
        if (known < 0) blocks.push({ at, crcAt, areas, isRight, isSealed });
        else if (isRight) blocks[known] = { at, crcAt, areas, isRight, isSealed };
      }
    }
  }
  return blocks;
}

/** One register runs through all areas. */
function crcOf(image: Image, areas: readonly Window[]): number {
  return areas.reduce((register, area) => crc32Forward(image, area, register), 0);
}

/** The areas of a header: as seen from its block, which a file may hold anywhere; or in a file that is the memory. */
function placesOf(image: Image, blockAt: number, headerAt: number): Window[][] {
  const count = image.u8(headerAt + layout.areaCountField) ?? 0;
  const firstAddress = image.u32le(headerAt + layout.areasField);
  if (count === 0 || count > layout.areasAtMost || firstAddress === null || !isFlash(firstAddress)) return [];
  const seenFromBlock = firstAddress - (firstAddress % layout.blockStep) - blockAt;
  const seenFromStart = firstAddress - (firstAddress % layout.memoryLength);
  const origins = new Set([seenFromBlock, seenFromStart]);
  return [...origins].flatMap((origin) => {
    const areas = areasFrom(image, headerAt, count, origin);
    return areas === null ? [] : [areas];
  });
}

function areasFrom(image: Image, headerAt: number, count: number, origin: number): Window[] | null {
  const areas: Window[] = [];
  let freeAt = 0;
  let covered = 0;
  for (let index = 0; index < count; index += 1) {
    const pairAt = headerAt + layout.areasField + index * layout.areaLength;
    const at = (image.u32le(pairAt) ?? 0) - origin;
    const end = (image.u32le(pairAt + 4) ?? 0) + 1 - origin;
    // In order, apart from each other, and never over the CRC itself.
    const coversCrc = at < headerAt + layout.areaCountField && end > headerAt + layout.crcField;
    if (at < freeAt || end <= at || end > image.sizeBytes || coversCrc) return null;
    areas.push({ at, end });
    freeAt = end;
    covered += end - at;
  }
  return covered >= layout.coveredAtLeast ? areas : null;
}

/** 0x80…: through the cache; 0xA0…: past it. 16 MB at most. */
function isFlash(address: number): boolean {
  return address >>> 24 === 0x80 || address >>> 24 === 0xA0;
}

/** What was published is only believed of a file in which it comes out at least once. */
export function crcBlockChecksums(image: Image): Checksum[] {
  const blocks = listCrcBlocks(image);
  const isProved = blocks.some(({ isRight }) => isRight);
  return blocks.map(({ at, crcAt, areas, isRight, isSealed }) => {
    const isKnown = isRight || (isProved && isSealed);
    return {
      name: `CRC-32 at 0x${crcAt.toString(16).toUpperCase()} of the block at 0x${at.toString(16).toUpperCase()}`,
      kind: 'sum',
      ranges: areas,
      cells: [{ at: crcAt, end: crcAt + 4 }],
      state: isRight ? 'ok' : isKnown ? 'wrong' : 'unknown',
      correct: isKnown ? () => changeAt(image, crcAt, u32leBytes(crcOf(image, areas)), 'the CRC of the block') : null,
    };
  });
}
