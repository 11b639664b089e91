import type { Image } from '../image.ts';
import type { Found } from './numbers.ts';
import { softwareNumberAt } from './numbers.ts';

/** One block of the MEDC17 platform (EDC17, MED17, ME17 and their relatives). */
export type Medc17Block = {
  at: number;
  end: number;
  type: number;
  softwareNumber: Found | null;
  dataset: Found | null;
};

// Header layout: ConnorHowell/medc17-checksum-tool (MIT), and the same in every dump measured.
const blockStep = 0x100;
const sizeField = 0x04;
const endAddressField = 0x0C;
const softwareNumberField = 0x1A;
const datasetField = 0x24;
const datasetLength = 8;
const firstRecordStartField = 0x38;
const firstRecordSeedField = 0x40;
const firstRecordSeed = 0xFADECAFE;
const firstRecordResult = 0xCAFEAFFE;
/** The largest of these control units hold 8 MB. */
const blocksEndLimit = 0x800000;

export function listMedc17Blocks(image: Image): Medc17Block[] {
  const blocks: Medc17Block[] = [];
  const lastAt = Math.min(image.sizeBytes, blocksEndLimit);
  for (let at = 0; at < lastAt; ) {
    const block = medc17BlockAt(image, at);
    if (block !== null) blocks.push(block);
    // Blocks do not overlap, which also keeps a forged file from having its bytes searched once per block.
    at = block === null ? at + blockStep : Math.ceil(block.end / blockStep) * blockStep;
  }
  return blocks;
}

function medc17BlockAt(image: Image, at: number): Medc17Block | null {
  if (image.u32le(at + firstRecordSeedField) !== firstRecordSeed) return null;
  if (image.u32le(at + firstRecordSeedField + 4) !== firstRecordResult) return null;
  const type = image.u8(at);
  const size = image.u32le(at + sizeField);
  const lastWordAddress = image.u32le(at + endAddressField);
  const recordStart = image.u32le(at + firstRecordStartField);
  if (type === null || size === null || lastWordAddress === null) return null;
  // Two independent fields have to name the same first address, or this is a stray copy of the two magic words.
  if (size === 0 || lastWordAddress + 4 - size !== recordStart) return null;
  const softwareNumber = softwareNumberAt(image, at + softwareNumberField);
  const dataset = datasetAt(image, at + datasetField);
  return { at, end: at + size, type, softwareNumber, dataset };
}

/** Project and dataset in one word, such as P598G3W1. Blocks without one are filled up with bytes that are no text. */
function datasetAt(image: Image, at: number): Found | null {
  const value = image.ascii(at, datasetLength);
  return value !== null && /^[A-Z0-9_]+$/.test(value) ? { value, at } : null;
}
