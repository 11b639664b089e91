import type { Image } from '../../image.ts';
import type { FoundText } from '../bosch/numbers.ts';
import { softwareNumberAt } from '../bosch/numbers.ts';

/** One block of the MEDC17 platform (EDC17, MED17, ME17 and their relatives). */
export type Medc17Block = {
  at: number;
  end: number;
  type: number;
  /** Address of the first byte of the block, in the processor's cached view of the flash. */
  address: number;
  /** Address of the next block in the chain, in the same view; null at its end. */
  nextAddress: number | null;
  records: Medc17Record[];
  /** End of the header; newer petrol units have a list of sums there. */
  headerEnd: number;
  softwareNumber: FoundText | null;
  dataset: FoundText | null;
};

/** A block's record of one of its checksums. Addresses are in the cached view; the last one is inclusive. */
export type Medc17Record = {
  at: number;
  startAddress: number;
  lastAddress: number;
  seed: number;
  result: number;
  signatureAddress: number;
  algorithm: number;
};

/** Types of block that describe a car: a data set, or the variants of one. */
export const calibrationTypes: readonly number[] = [0x60, 0x70, 0x80];

// Header layout: ConnorHowell/medc17-checksum-tool (MIT); the same in every dump measured.
const blockStep = 0x100;
const sizeField = 0x04;
/** Links all blocks into a chain, from the start-up block on (measured; bosch-med17-block-reader, facts only). */
const nextAddressField = 0x08;
const endAddressField = 0x0c;
const softwareNumberField = 0x1a;
const datasetField = 0x24;
const datasetLength = 8;
const recordCountField = 0x2c;
const recordsField = 0x34;
const recordLength = 0x20;
const firstRecordStartField = 0x38;
const firstRecordSeedField = 0x40;
const firstRecordSeed = 0xfadecafe;
const firstRecordResult = 0xcafeaffe;
const lastWord = 0xdeadbeef;
/** The largest of these control units have 8 MB. */
const blocksEndLimit = 0x800000;
/** At most fourteen blocks were seen. */
const blocksLimit = 64;
/** At most three records were seen. */
const recordsLimit = 16;

export function listMedc17Blocks(image: Image): Medc17Block[] {
  return image.memo(findBlocks);
}

function findBlocks(image: Image): Medc17Block[] {
  const blocks: Medc17Block[] = [];
  const lastAt = Math.min(image.sizeBytes, blocksEndLimit);
  for (let at = 0; at < lastAt && blocks.length < blocksLimit;) {
    const block = medc17BlockAt(image, at);
    if (block !== null) blocks.push(block);
    // Blocks do not overlap; skipping them also prevents a forged file from having its bytes searched once per block.
    at = block === null ? at + blockStep : Math.ceil(block.end / blockStep) * blockStep;
  }
  return blocks;
}

/** Converts to the cached view: the same byte is seen at 0x8…, through the cache, and at 0xA…, past it. */
export function cachedAddress(address: number): number {
  return ((address & 0x0fffffff) | 0x80000000) >>> 0;
}

/**
 * Returns the file offset of the byte at an address: inside the block that holds the address, which may differ from the
 * block that names it, or else as far from the naming block as the addresses are apart.
 */
export function placeAmong(blocks: readonly Medc17Block[], from: Medc17Block, address: number): number {
  const holder = blocks.find((block) => address >= block.address && address < block.address + block.end - block.at);
  return toOffset(holder ?? from, address);
}

/** Returns the file offset of the byte at an address in the block's own memory. */
export function toOffset(block: Medc17Block, address: number): number {
  return block.at + address - block.address;
}

function medc17BlockAt(image: Image, at: number): Medc17Block | null {
  if (image.u32le(at + firstRecordSeedField) !== firstRecordSeed) return null;
  if (image.u32le(at + firstRecordSeedField + 4) !== firstRecordResult) return null;
  const type = image.u8(at);
  const size = image.u32le(at + sizeField);
  const lastWordAddress = image.u32le(at + endAddressField);
  const recordStart = image.u32le(at + firstRecordStartField);
  if (type === null || size === null || lastWordAddress === null || recordStart === null) return null;
  // Two independent fields have to name the same first address; otherwise this is a stray copy of the two magic words.
  const address = cachedAddress(recordStart);
  const used = cachedAddress(lastWordAddress) + 4 - address;
  if (size === 0 || size > blocksEndLimit || used > size || size - used >= blockStep) return null;
  // EDC17C19 counts the free bytes after the block's last word as its own; in that case the last word has to be there.
  if (used < size && image.u32le(at + used - 4) !== lastWord) return null;
  const records = listRecords(image, at);
  return {
    at,
    end: at + used,
    type,
    address,
    nextAddress: nextAddressAt(image, at + nextAddressField),
    records,
    headerEnd: at + recordsField + records.length * recordLength + 4,
    softwareNumber: softwareNumberAt(image, at + softwareNumberField),
    dataset: datasetAt(image, at + datasetField),
  };
}

function nextAddressAt(image: Image, at: number): number | null {
  const address = image.u32le(at) ?? 0;
  return address === 0 || address === 0xffffffff ? null : cachedAddress(address);
}

function listRecords(image: Image, blockAt: number): Medc17Record[] {
  const records: Medc17Record[] = [];
  const count = Math.min(image.u32le(blockAt + recordCountField) ?? 0, recordsLimit);
  for (let at = blockAt + recordsField; records.length < count && image.has(at, recordLength); at += recordLength) {
    const [, start = 0, last = 0, seed = 0, result = 0, , signature = 0, algorithm = 0] = Array.from(
      { length: 8 },
      (_, index) => image.u32le(at + 4 * index) ?? 0,
    );
    records.push({
      at,
      startAddress: cachedAddress(start),
      lastAddress: cachedAddress(last),
      seed,
      result,
      signatureAddress: cachedAddress(signature),
      algorithm: algorithm & 0xff,
    });
  }
  return records;
}

/** Reads project and dataset as one word, such as P598G3W1. Blocks without one contain filler that is not text. */
function datasetAt(image: Image, at: number): FoundText | null {
  const value = image.ascii(at, datasetLength);
  return value !== null && /^[A-Z0-9_]+$/.test(value) ? { value, at } : null;
}
