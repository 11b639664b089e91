/**
 * What: Bosch EDC16, diesel engines, MPC5xx, big endian.
 * Seen in: Volkswagen group, BMW, PSA, Opel, Fiat and others, about 2003 to 2010.
 * Sizes: 256 KB, 512 KB, 1 MB, 2 MB.
 * Recognised by: a block at a multiple of 0x100 with FADECAFE CAFEAFFE at +0x3C and sensible addresses before it.
 * Easily confused with: EDC17, whose records hold the same two words, but little endian and at +0x40.
 * Sources: JeanLucPons/DTCController (facts only), v-arapidis/openremap-core (MIT); measured on real dumps.
 */
import { pluralize } from '../../sentence.ts';
import { CHIP_SIZES } from '../../read-sizes.ts';
import type { Edc16Block } from './edc16.blocks.ts';
import { listEdc16Blocks } from './edc16.blocks.ts';
import type { Area, Facts, Family } from '../../family.ts';
import type { Image } from '../../image.ts';
import { listChecksums } from './edc16.checksums.ts';
import { dtcs } from './edc16.dtcs.ts';
import { layout } from './edc16.layout.ts';
import { datasetIn, hardwareNumberIn, opelTexts, partNumberIn, rowTexts, softwareNumberIn } from './edc16.numbers.ts';
import { manufacturerIn, modelIn, processorIn, variantIn } from './edc16.texts.ts';

export const edc16: Family = {
  id: 'edc16',
  maker: 'Bosch',
  models: ['EDC16'],
  recognise(image) {
    const blocks = image.memo(listEdc16Blocks);
    const [firstBlock] = blocks;
    if (firstBlock === undefined) return [];
    const reason = `${pluralize(blocks.length, 'block')} headed by FADECAFE CAFEAFFE`;
    const evidence = [{ points: 90, at: firstBlock.at, reason }];
    const variant = image.memo(variantIn);
    if (variant !== null) {
      evidence.push({ points: 10, at: variant.at, reason: `the variant string names ${variant.model}` });
    }
    return evidence;
  },
  describe(image) {
    const blocks = image.memo(listEdc16Blocks);
    const [firstBlock] = blocks;
    if (firstBlock === undefined) return {};
    const facts: Facts = {};
    const variant = image.memo(variantIn);
    if (variant !== null) facts.variant = { value: variant.value, at: variant.at, strength: 'strong' };
    const softwareNumber = softwareNumberIn(image, blocks);
    if (softwareNumber !== null) facts.softwareNumber = softwareNumber;
    const dataset = datasetIn(blocks);
    if (dataset !== null) facts.dataset = dataset;
    const hardwareNumber = hardwareNumberIn(image, blocks);
    if (hardwareNumber !== null) facts.hardwareNumber = hardwareNumber;
    const partNumber = partNumberIn(image, blocks);
    if (partNumber !== null) facts.partNumber = partNumber;
    Object.assign(facts, partNumber === null ? {} : rowTexts(image, partNumber));
    Object.assign(facts, opelTexts(image, blocks));
    const model = modelIn(image, blocks, partNumber);
    if (model !== null) facts.model = model;
    facts.processor = processorIn(image) ?? { value: 'MPC5xx', at: firstBlock.at, strength: 'implied' };
    const manufacturer = manufacturerIn(image, { model, partNumber, blocks });
    if (manufacturer !== null) facts.vehicleManufacturer = manufacturer;
    return facts;
  },
  dtcs,
  checksums: listChecksums,
  areSumsProved: true,
  readSizes: [...CHIP_SIZES, 0x70000, 0x70100, 0x71000, 0x81000],
  areas: (image) => listAreas(image, image.memo(listEdc16Blocks)),
};

function listAreas(image: Image, blocks: readonly Edc16Block[]): Area[] {
  return blocks.flatMap(({ type, range }): Area[] => {
    const end = Math.min(range.end, image.sizeBytes);
    if (range.at >= end) return [];
    const kind = type === layout.calibrationType ? 'calibration' : 'code';
    return [{ at: range.at, end, kind, name: `${kind} block at 0x${range.at.toString(16).toUpperCase()}` }];
  });
}
