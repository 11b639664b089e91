/**
 * What: Bosch EDC16, diesel engines, MPC5xx, big endian.
 * Seen in: Volkswagen group, BMW, PSA, Opel, Fiat and others, about 2003 to 2010.
 * Sizes: 256 KB, 512 KB, 1 MB, 2 MB.
 * Recognised by: a block at a multiple of 0x100 with FADECAFE CAFEAFFE at +0x3C and sensible addresses before it.
 * Easily confused with: EDC17, whose records hold the same two words, but little endian and at +0x40.
 * Sources: JeanLucPons/DTCController (facts only), v-arapidis/openremap-core (MIT); measured on real dumps.
 */
import type { Found } from '../../bosch/numbers.ts';
import { agreed, findHardwareNumber, findPartNumber, hardwareNumberAt, softwareNumberAt } from '../../bosch/numbers.ts';
import type { Variant } from '../../bosch/variant-string.ts';
import { findVariant, variantFieldAt } from '../../bosch/variant-string.ts';
import type { Facts, Family } from '../../family.ts';
import type { Image, Window } from '../../image.ts';
import { layout } from './edc16.layout.ts';

export const edc16: Family = {
  id: 'edc16',
  maker: 'Bosch',
  models: ['EDC16'],
  recognise(image) {
    const blocks = listBlocks(image);
    const variant = variantIn(image, blocks);
    const [firstBlock] = blocks;
    if (firstBlock === undefined) return [];
    const because = `${blocks.length} block(s) headed by FADECAFE CAFEAFFE`;
    const evidence = [{ points: 90, at: firstBlock.at, because }];
    if (variant !== null) {
      evidence.push({ points: 10, at: variant.at, because: `the variant string names ${variant.model}` });
    }
    return evidence;
  },
  describe(image) {
    const blocks = listBlocks(image);
    const variant = variantIn(image, blocks);
    const softwareNumber = agreed(blocks.map(({ at }) => softwareNumberAt(image, at + layout.softwareNumberField)));
    const dataset = agreed(blocks.map(({ at }) => datasetAt(image, at + layout.datasetField)));
    const texts = blocks.map(({ at, end }) => ({ at, end: Math.min(end, at + layout.textsLength) }));
    const hardwareNumber = agreed([
      hardwareNumberAt(image, layout.bootHardwareNumberAt),
      ...texts.map((window) => findHardwareNumber(image, '0281', window)),
    ]);
    const partNumber = agreed(texts.map((window) => findPartNumber(image, window)));
    const facts: Facts = {};
    if (variant !== null) {
      facts.model = { value: variant.model, at: variantFieldAt(variant, 2), strength: 'strong' };
      facts.variant = { value: variant.value, at: variant.at, strength: 'strong' };
    }
    if (softwareNumber !== null) facts.softwareNumber = { ...softwareNumber, strength: 'strong' };
    if (dataset !== null) facts.dataset = { ...dataset, strength: 'strong' };
    if (hardwareNumber !== null) facts.hardwareNumber = { ...hardwareNumber, strength: 'medium' };
    if (partNumber !== null) facts.partNumber = { ...partNumber, strength: 'medium' };
    return facts;
  },
  dtcs: null,
  checksums: null,
};

function listBlocks(image: Image): Window[] {
  const blocks: Window[] = [];
  const lastAt = Math.min(image.sizeBytes, layout.blocksEndLimit);
  for (let at = 0; at < lastAt; ) {
    const block = blockAt(image, at);
    if (block !== null) blocks.push(block);
    // Blocks do not overlap, which also keeps a forged file from having its bytes searched once per block.
    at = block === null ? at + layout.blockStep : Math.ceil(block.end / layout.blockStep) * layout.blockStep;
  }
  return blocks;
}

function blockAt(image: Image, at: number): Window | null {
  if (image.u32be(at + layout.magicField) !== layout.magic) return null;
  if (image.u32be(at + layout.magicField + 4) !== layout.magicNext) return null;
  const startAddress = image.u32be(at + layout.startAddressField);
  const lastAddress = image.u32be(at + layout.lastAddressField);
  // The checked stretch of the block as the processor sees it. A stray copy of the two magic words has none.
  if (startAddress === null || lastAddress === null || lastAddress <= startAddress) return null;
  const length = lastAddress + 1 - startAddress;
  return length <= layout.blocksEndLimit ? { at, end: at + length } : null;
}

function variantIn(image: Image, blocks: readonly Window[]): Variant | null {
  for (const { at, end } of blocks) {
    const variant = findVariant(image, 'EDC16', { at, end: Math.min(end, at + layout.textsLength) });
    if (variant !== null) return variant;
  }
  return null;
}

function datasetAt(image: Image, at: number): Found | null {
  const value = image.ascii(at, layout.datasetLength);
  return value !== null && /^[A-Z0-9_]+$/.test(value) ? { value, at } : null;
}
