import { changeAt, u32beBytes, u32leBytes } from '../../change.ts';
import { crc32Forward } from '../../checksums/crc32.ts';
import type { Checksum } from '../../family.ts';
import type { Image, Window } from '../../image.ts';

/**
 * A record that keeps the CRC of several areas: the register's first value, the CRC, how many areas, and the first and
 * the last address of each.
 */
export type CrcBlock = {
  /** Where the block of the record begins. */
  at: number;
  crcAt: number;
  initial: number;
  /** Without what the file does not hold. */
  areas: Window[];
  isWhole: boolean;
  isRight: boolean;
  /** The family declares that every one of its files has a record here. */
  place: CrcPlace | null;
};

/** A record that every file of a family has. The places are those of the memory, without the address of its chip. */
export type CrcPlace = { at: number; initial: number; firstArea: number; what: string };

export type CrcLayout = {
  isBigEndian: boolean;
  /** Where in its block a record may stand. */
  headerFields: readonly number[];
  places: readonly CrcPlace[];
};

/**
 * Units of Siemens and Continental with a core of 32 bits. Sources: bri3d/VW_Flash (BSD-2), lib/checksum.py, for the
 * record and its areas; measured: the first word is what the register starts with, in 53 records of 30 real dumps.
 */
const layout = {
  /** Every block begins at a multiple of this, in the file and in the memory. */
  blockStep: 0x4000,
  crcField: 0x04,
  areaCountField: 0x08,
  areasField: 0x0c,
  areaLength: 8,
  /** 26 were seen, in the program of MSD80. */
  areasAtMost: 32,
  /** A word or two are checked by chance too easily. */
  coveredAtLeast: 0x1000,
  /** The chip's address is a multiple of this: 0, 800000, 80000000, A0000000 and A0800000 were seen or published. */
  memoryLength: 0x800000,
  initials: [0, 0xffffffff],
} as const;

/** Most blocks; the second and third part of the program. The one at 0x340 is for a copy that no file holds. */
export const triCoreFields = [0x300, 0x0] as const;

/** As published for Simos: every block has such a record, and which blocks a file has is not known before. */
const anyTriCore: CrcLayout = { isBigEndian: false, headerFields: triCoreFields, places: [] };

/** A forged file may claim any number of areas. Real ones are covered once, in one of two ways to place them. */
const coverageLimit = 3;

export function listCrcBlocks(image: Image): CrcBlock[] {
  return image.memo(findTriCoreBlocks);
}

function findTriCoreBlocks(image: Image): CrcBlock[] {
  return findBlocks(image, anyTriCore);
}

function findBlocks(image: Image, { isBigEndian, headerFields, places }: CrcLayout): CrcBlock[] {
  const word = (at: number) => (isBigEndian ? image.u32be(at) : image.u32le(at));
  const blocks: CrcBlock[] = [];
  let left = image.sizeBytes * coverageLimit;
  for (let at = 0; at < image.sizeBytes; at += layout.blockStep) {
    for (const headerField of headerFields) {
      const headerAt = at + headerField;
      const initial = word(headerAt) ?? 1;
      if (!layout.initials.some((one) => one === initial)) continue;
      for (const { areas, isWhole, place } of placesOf(word, image.sizeBytes, {
        at,
        headerAt,
        initial,
        places,
        isBigEndian,
      })) {
        left -= areas.reduce((sum, area) => sum + area.end - area.at, 0);
        if (left < 0) return blocks;
        const crcAt = headerAt + layout.crcField;
        const isRight = isWhole && crcOf(image, areas, initial) === word(crcAt);
        const block = { at, crcAt, initial, areas, isWhole, isRight, place };
        const known = blocks.findIndex((one) => one.crcAt === crcAt);
        if (known < 0) blocks.push(block);
        else if (isRight) blocks[known] = block;
      }
    }
  }
  return blocks;
}

/** One register runs through all areas. */
function crcOf(image: Image, areas: readonly Window[], initial: number): number {
  return areas.reduce((register, area) => crc32Forward(image, area, register), initial);
}

type Word = (at: number) => number | null;
type Header = {
  at: number;
  headerAt: number;
  initial: number;
  places: readonly CrcPlace[];
  isBigEndian: boolean;
};
type Placed = { areas: Window[]; isWhole: boolean; place: CrcPlace | null };

/** The areas of a header: as seen from its block, which a file may hold anywhere; or in a file that is the memory. */
function placesOf(word: Word, sizeBytes: number, { at, headerAt, initial, places, isBigEndian }: Header): Placed[] {
  const count = word(headerAt + layout.areaCountField) ?? 0;
  const firstAddress = word(headerAt + layout.areasField);
  if (count === 0 || count > layout.areasAtMost || firstAddress === null) return [];
  if (!(isBigEndian ? isMemoryOfPowerPc(firstAddress) : isFlashOfTriCore(firstAddress))) return [];
  const seenFromBlock = firstAddress - (firstAddress % layout.blockStep) - at;
  const seenFromStart = firstAddress - (firstAddress % layout.memoryLength);
  const origins = new Set([seenFromStart, seenFromBlock]);
  return [...origins].flatMap((origin) => {
    const areas = areasFrom(word, headerAt, count, origin);
    if (areas === null) return [];
    const inMemory = (fileAt: number) => (fileAt + origin) % layout.memoryLength;
    const place = places.find(
      (one) =>
        one.at === inMemory(headerAt) && one.initial === initial && one.firstArea === inMemory(areas[0]?.at ?? -1),
    );
    const isWhole = areas.every(({ end }) => end <= sizeBytes);
    // What lies behind the end of the file shows nothing, but that a record of the family misses it.
    if (!isWhole && place === undefined) return [];
    const held = areas.map((area) => ({ at: area.at, end: Math.min(area.end, sizeBytes) }));
    return [{ areas: held.filter((area) => area.at < area.end), isWhole, place: place ?? null }];
  });
}

function areasFrom(word: Word, headerAt: number, count: number, origin: number): Window[] | null {
  const areas: Window[] = [];
  let freeAt = 0;
  let covered = 0;
  for (let index = 0; index < count; index += 1) {
    const pairAt = headerAt + layout.areasField + index * layout.areaLength;
    const at = (word(pairAt) ?? 0) - origin;
    const end = (word(pairAt + 4) ?? 0) + 1 - origin;
    // In order, apart from each other, and never over the CRC itself.
    const coversCrc = at < headerAt + layout.areaCountField && end > headerAt + layout.crcField;
    if (at < freeAt || end <= at || end > layout.memoryLength || coversCrc) return null;
    areas.push({ at, end });
    freeAt = end;
    covered += end - at;
  }
  return covered >= layout.coveredAtLeast ? areas : null;
}

/** 0x80…: through the cache; 0xA0…: past it. 16 MB at most. */
function isFlashOfTriCore(address: number): boolean {
  return address >>> 24 === 0x80 || address >>> 24 === 0xa0;
}

/** The chip of an MPC5xx itself, and the one beside it. */
function isMemoryOfPowerPc(address: number): boolean {
  return address < 0x1000000;
}

/** What was published is only believed of a file in which it comes out at least once. */
export function crcBlockChecksums(image: Image): Checksum[] {
  const blocks = listCrcBlocks(image);
  const isProved = blocks.some(({ isRight }) => isRight);
  return blocks.map((block) => checksumOf(image, block, isProved, false));
}

/** The checksums of a family that declares where its records are: only there a CRC that does not come out is a wrong one. */
export function crcRecordsOf(crcLayout: CrcLayout): (image: Image) => Checksum[] {
  return (image) =>
    findBlocks(image, crcLayout).map((block) =>
      checksumOf(image, block, block.place !== null && block.isWhole, crcLayout.isBigEndian),
    );
}

function checksumOf(image: Image, block: CrcBlock, isBelieved: boolean, isBigEndian: boolean): Checksum {
  const { at, crcAt, areas, initial, isRight, isWhole, place } = block;
  const isKnown = isRight || isBelieved;
  const bytesOf = isBigEndian ? u32beBytes : u32leBytes;
  const crcName = `CRC-32 at 0x${crcAt.toString(16).toUpperCase()}`;
  const of = place === null ? `the block at 0x${at.toString(16).toUpperCase()}` : `the ${place.what}`;
  return {
    name: `${crcName} of ${of}${isWhole ? '' : ', which this read holds in part'}`,
    kind: 'sum',
    ranges: areas,
    cells: [{ at: crcAt, end: crcAt + 4 }],
    state: isRight ? 'ok' : isKnown ? 'wrong' : 'unknown',
    correct: isKnown
      ? () => changeAt(image, crcAt, bytesOf(crcOf(image, areas, initial)), 'the CRC of the areas')
      : null,
  };
}
