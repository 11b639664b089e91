import { changeAt, u32beBytes, u32leBytes } from '../../change.ts';
import { crc32Forward } from '../../checksums/crc32.ts';
import type { Checksum } from '../../family.ts';
import type { Image, Window } from '../../image.ts';

/**
 * A record with the CRC of several areas: the register's initial value, the CRC, the number of areas, and the first and
 * the last address of each.
 */
export type CrcBlock = {
  /** Start of the block that contains the record. */
  at: number;
  crcAt: number;
  initial: number;
  /** Without the parts that the file does not contain. */
  areas: Window[];
  isWhole: boolean;
  /** Where the last area ends, which may be beyond the end of the file. */
  declaredEnd: number;
  isRight: boolean;
  /** The record that the family declares here for all of its files; null when this one is not declared. */
  place: CrcPlace | null;
};

/** A record that every file of a family has. Offsets are those in memory, relative to the address of its chip. */
export type CrcPlace = { at: number; initial: number; firstArea: number; what: string };

export type CrcLayout = {
  isBigEndian: boolean;
  /** Offsets within a block at which a record may stand. */
  headerFields: readonly number[];
  places: readonly CrcPlace[];
};

/**
 * Siemens and Continental units with a 32-bit core. Sources: bri3d/VW_Flash (BSD-2), lib/checksum.py, for the record
 * and its areas; measured: the first word is the initial value of the register, in 53 records of 30 real dumps.
 */
const layout = {
  /** Every block begins at a multiple of this, both in the file and in memory. */
  blockStep: 0x4000,
  crcField: 0x04,
  areaCountField: 0x08,
  areasField: 0x0c,
  areaLength: 8,
  /** At most 26 were seen, in the program of MSD80. */
  maxAreas: 32,
  /** A CRC over only a word or two could match by chance. */
  minCovered: 0x1000,
  /** The chip's address is a multiple of this: 0, 800000, 80000000, A0000000 and A0800000 were seen or published. */
  memoryLength: 0x800000,
  initials: [0, 0xffffffff],
} as const;

/** 0x300 in most blocks, 0x0 in the program's second and third part. That at 0x340 is for a copy that no file has. */
const triCoreFields = [0x300, 0x0] as const;

/** As published for Simos: every block has such a record, and which blocks a file contains is not known beforehand. */
const anyTriCore: CrcLayout = { isBigEndian: false, headerFields: triCoreFields, places: [] };

/** A forged file may claim any number of areas. Real ones cover each byte once, located in one of two ways. */
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
      for (const { areas, isWhole, declaredEnd, place } of readPlaces(word, image.sizeBytes, {
        at,
        headerAt,
        initial,
        places,
        isBigEndian,
      })) {
        left -= areas.reduce((sum, area) => sum + area.end - area.at, 0);
        if (left < 0) return blocks;
        const crcAt = headerAt + layout.crcField;
        const isRight = isWhole && computeCrc(image, areas, initial) === word(crcAt);
        const block = { at, crcAt, initial, areas, isWhole, declaredEnd, isRight, place };
        const known = blocks.findIndex((one) => one.crcAt === crcAt);
        if (known < 0) blocks.push(block);
        else if (isRight) blocks[known] = block;
      }
    }
  }
  return blocks;
}

/** One CRC register runs through all areas in turn. */
function computeCrc(image: Image, areas: readonly Window[], initial: number): number {
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
type Placed = { areas: Window[]; isWhole: boolean; declaredEnd: number; place: CrcPlace | null };

/**
 * Locates the areas of a header: relative to its block, which a file may hold anywhere, or relative to the start of a
 * file that is the memory.
 */
function readPlaces(word: Word, sizeBytes: number, { at, headerAt, initial, places, isBigEndian }: Header): Placed[] {
  const count = word(headerAt + layout.areaCountField) ?? 0;
  const firstAddress = word(headerAt + layout.areasField);
  if (count === 0 || count > layout.maxAreas || firstAddress === null) return [];
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
    const declaredEnd = areas.at(-1)?.end ?? 0;
    const isWhole = declaredEnd <= sizeBytes;
    // Areas beyond the end of the file prove nothing, except that a record the family declares is incomplete.
    if (!isWhole && place === undefined) return [];
    const held = areas.map((area) => ({ at: area.at, end: Math.min(area.end, sizeBytes) }));
    return [{ areas: held.filter((area) => area.at < area.end), isWhole, declaredEnd, place: place ?? null }];
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
    // Areas are in order, do not overlap, and never cover the CRC itself.
    const coversCrc = at < headerAt + layout.areaCountField && end > headerAt + layout.crcField;
    if (at < freeAt || end <= at || end > layout.memoryLength || coversCrc) return null;
    areas.push({ at, end });
    freeAt = end;
    covered += end - at;
  }
  return covered >= layout.minCovered ? areas : null;
}

/** 0x80… addresses go through the cache, 0xA0… past it. At most 16 MB. */
function isFlashOfTriCore(address: number): boolean {
  return address >>> 24 === 0x80 || address >>> 24 === 0xa0;
}

/** The memory of an MPC5xx itself, and of the chip beside it. */
function isMemoryOfPowerPc(address: number): boolean {
  return address < 0x1000000;
}

/** The published layout is trusted only for a file in which at least one CRC matches. */
export function crcBlockChecksums(image: Image): Checksum[] {
  const blocks = listCrcBlocks(image);
  const isProved = blocks.some(({ isRight }) => isRight);
  return blocks.map((block) => toChecksum(image, block, isProved, false));
}

/**
 * Checksums of a family that declares where its records are: only there does a mismatching CRC count as wrong. Where
 * others are found and that of the calibration is not, it is unknown.
 */
export function createCrcRecordReader({ isBigEndian, ...rest }: CrcLayout): (image: Image) => Checksum[] {
  return (image) => {
    const blocks = findBlocks(image, { isBigEndian, ...rest });
    const checksums = blocks.map((block) =>
      toChecksum(image, block, block.place !== null && block.isWhole, isBigEndian),
    );
    const isLost = blocks.length > 0 && !blocks.some(({ place }) => place?.what === 'calibration');
    return isLost ? [...checksums, lostCalibration(image)] : checksums;
  };
}

function lostCalibration({ sizeBytes }: Image): Checksum {
  const ranges = [{ at: 0, end: sizeBytes }];
  return { name: 'CRC-32 of the calibration', kind: 'sum', ranges, cells: [], state: 'unknown', correct: null };
}

function toChecksum(image: Image, block: CrcBlock, isBelieved: boolean, isBigEndian: boolean): Checksum {
  const { at, crcAt, areas, initial, isRight, isWhole, declaredEnd, place } = block;
  const isKnown = isRight || isBelieved;
  const toBytes = isBigEndian ? u32beBytes : u32leBytes;
  const crcName = `CRC-32 at 0x${crcAt.toString(16).toUpperCase()}`;
  const of = place === null ? `the block at 0x${at.toString(16).toUpperCase()}` : `the ${place.what}`;
  return {
    name: `${crcName} of ${of}${isWhole ? '' : ', which this read holds in part'}`,
    kind: 'sum',
    ranges: areas,
    cells: [{ at: crcAt, end: crcAt + 4 }],
    state: isRight ? 'ok' : isKnown ? 'wrong' : 'unknown',
    correct: isKnown
      ? () => changeAt(image, crcAt, toBytes(computeCrc(image, areas, initial)), 'the CRC of the areas')
      : null,
    ...(isWhole ? {} : { endsBeyond: declaredEnd }),
  };
}
