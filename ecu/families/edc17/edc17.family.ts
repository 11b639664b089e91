/**
 * What: Bosch EDC17, diesel engines, TriCore, little endian.
 * Seen in: Volkswagen group and BMW from 2007.
 * Sizes: 2 MB, 2.125 MB, 4 MB in full; 256 KB to 512 KB when only the calibration was read.
 * Recognised by: a chain of MEDC17 blocks, and a variant string inside one of them whose third field starts with EDC17.
 * Easily confused with: MED17, ME17 and MEVD17, which have the same blocks; only the variant string tells them apart.
 * Sources: ConnorHowell/medc17-checksum-tool (MIT), v-arapidis/openremap-core (MIT); measured on real dumps.
 */
import type { Medc17Block } from '../../bosch/medc17-blocks.ts';
import { listMedc17Blocks } from '../../bosch/medc17-blocks.ts';
import { agreed, findPartNumber } from '../../bosch/numbers.ts';
import type { Variant } from '../../bosch/variant-string.ts';
import { findVariant, variantFieldAt } from '../../bosch/variant-string.ts';
import type { Evidence, Facts, Family } from '../../family.ts';
import type { Image } from '../../image.ts';

/** Dataset 0, the block with the calibration and its texts. */
const calibrationType = 0x60;

export const edc17: Family = {
  id: 'edc17',
  maker: 'Bosch',
  models: ['EDC17'],
  recognise(image) {
    const blocks = listMedc17Blocks(image);
    const variant = variantIn(image, blocks);
    const [firstBlock] = blocks;
    if (firstBlock === undefined || variant === null) return [];
    const chain: Evidence = { points: 40, at: firstBlock.at, because: `a chain of ${blocks.length} MEDC17 blocks` };
    return [chain, { points: 60, at: variant.at, because: `the variant string names ${variant.model}` }];
  },
  describe(image) {
    const blocks = listMedc17Blocks(image);
    const variant = variantIn(image, blocks);
    const softwareNumber = agreed(blocks.map((block) => block.softwareNumber));
    const dataset = agreed(blocks.map((block) => block.dataset));
    const partNumber = agreed(
      blocks.filter(({ type }) => type === calibrationType).map((block) => findPartNumber(image, block)),
    );
    const facts: Facts = {};
    if (variant !== null) {
      facts.model = { value: variant.model, at: variantFieldAt(variant, 2), strength: 'strong' };
      facts.variant = { value: variant.value, at: variant.at, strength: 'strong' };
    }
    if (softwareNumber !== null) facts.softwareNumber = { ...softwareNumber, strength: 'strong' };
    if (dataset !== null) facts.dataset = { ...dataset, strength: 'strong' };
    if (partNumber !== null) facts.partNumber = { ...partNumber, strength: 'medium' };
    return facts;
  },
  dtcs: null,
  checksums: null,
};

function variantIn(image: Image, blocks: readonly Medc17Block[]): Variant | null {
  for (const block of blocks) {
    const variant = findVariant(image, 'EDC17', block);
    if (variant !== null) return variant;
  }
  return null;
}
