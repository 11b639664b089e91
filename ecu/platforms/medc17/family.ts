import type { Evidence, Fact, FactPlace, Facts, Family } from '../../family.ts';
import type { Image, Window } from '../../image.ts';
import type { Medc17Block } from './blocks.ts';
import { calibrationTypes, listMedc17Blocks } from './blocks.ts';
import { medc17Checksums } from './checksums.ts';
import { medc17Dtcs } from './dtcs.ts';
import {
  findMedc17Variant,
  findModelName,
  findProcessor,
  makerOfVariant,
  modelOfVariant,
  softwareIdOfVariant,
} from './names.ts';
import type { FoundText } from '../bosch/numbers.ts';
import {
  findAgreedText,
  combineNumbers,
  listHardwareNumbers,
  findHardwareNumber,
  findPartNumberRow,
} from '../bosch/numbers.ts';
import type { Variant } from '../bosch/variant-string.ts';
import { makerOfVagPartNumber } from '../../vehicle-makers.ts';

const dataSetType = 0x60;
const startUpType = 0x10;

type Names = { blocks: Medc17Block[]; variant: Variant | null; modelName: Fact | null };

export type Medc17Options = {
  id: string;
  models: readonly string[];
  names: readonly string[];
  isMeasured: boolean;
} & Pick<Family, 'readSizes'>;

/**
 * A family of the MEDC17 platform. All of them have the same blocks, and only their names distinguish them; without
 * `names`, the blocks alone are recognised. `isMeasured`: tables and checksums were proved on dumps of this family.
 */
export function medc17Family({ id, models, names, isMeasured, readSizes }: Medc17Options): Family {
  const read = (image: Image): Names => readNames(image, names);
  return {
    id,
    maker: 'Bosch',
    models,
    recognise(image) {
      const { blocks, variant, modelName } = image.memo(read);
      const [first] = blocks;
      const evidence: Evidence[] = [];
      const hasName = variant !== null || modelName !== null;
      const hasDataSet = blocks.some(({ type }) => type === dataSetType);
      const isWhole = hasDataSet && blocks.every(({ end }) => end <= image.sizeBytes);
      // If no name is found, it may be in a missing part: only a whole file is evidence by itself.
      if (names.length > 0 ? !hasName : !isWhole) return [];
      if (first !== undefined) {
        const points = names.length === 0 ? 60 : 40;
        evidence.push({ points, at: first.at, reason: `a chain of ${blocks.length} MEDC17 blocks` });
      }
      if (variant !== null) {
        evidence.push({ points: 60, at: variant.at, reason: `the variant string names ${variant.model}` });
      } else if (modelName !== null) {
        evidence.push({ points: 50, at: modelName.at, reason: `the text names ${modelName.value}` });
      }
      return evidence;
    },
    describe: (image) => describe(image, image.memo(read)),
    dtcs: isMeasured ? medc17Dtcs : null,
    checksums: isMeasured ? medc17Checksums : null,
    ...(isMeasured && { areSumsProved: true }),
    ...(readSizes !== undefined && { readSizes }),
    areas: (image) =>
      listMedc17Blocks(image)
        .filter(({ end }) => end <= image.sizeBytes)
        .map((block) => ({
          at: block.at,
          end: block.end,
          kind: kindOf(block),
          name: `block ${block.type.toString(16).toUpperCase().padStart(2, '0')}`,
        })),
  };
}

function readNames(image: Image, names: readonly string[]): Names {
  const blocks = listMedc17Blocks(image);
  const variant = names.length === 0 ? null : findMedc17Variant(image, names, blocks);
  const calibration = blocks.filter(({ type }) => calibrationTypes.includes(type));
  const modelName = names.length === 0 ? null : findModelName(image, names, calibration);
  return { blocks, variant, modelName };
}

function kindOf({ type }: Medc17Block): 'boot' | 'code' | 'calibration' {
  if (calibrationTypes.includes(type)) return 'calibration';
  return type === 0x40 || type === 0x50 || type === 0xa0 || type === 0xb0 ? 'code' : 'boot';
}

function describe(image: Image, { blocks, variant, modelName }: Names): Facts {
  const calibration = blocks.filter(({ type }) => calibrationTypes.includes(type));
  const facts: Facts = {};
  const plates = calibration.map((block) => readVagPlate(image, block)).filter(({ partNumber }) => partNumber);
  const [plate] = plates;
  if (plate !== undefined && plates.length === 1) Object.assign(facts, plate);
  const hardware =
    plate === undefined ? findAgreedText(calibration.map((block) => findNamedHardware(image, block))) : null;
  if (hardware !== null) facts.hardwareNumber = { ...hardware, strength: 'medium' };
  const model = modelName ?? (variant === null ? null : modelOfVariant(variant));
  if (model !== null) facts.model = model;
  if (variant !== null) {
    facts.variant = { value: variant.value, at: variant.at, strength: 'strong' };
    facts.softwareId = softwareIdOfVariant(variant) ?? undefined;
    facts.vehicleManufacturer ??= makerOfVariant(variant) ?? undefined;
  }
  const softwareNumber = chooseProgramFact(blocks, ({ softwareNumber: found }) => found);
  const dataset = chooseProgramFact(blocks, (block) => block.dataset);
  if (softwareNumber !== null) facts.softwareNumber = softwareNumber;
  if (dataset !== null) facts.dataset = dataset;
  const [firstBlock] = blocks;
  const startUp = blocks.find(({ type }) => type === startUpType);
  const processor = startUp === undefined ? null : findProcessor(image, startUp);
  if (processor !== null) facts.processor = processor;
  else if (firstBlock !== undefined) facts.processor = { value: 'TriCore', at: firstBlock.at, strength: 'implied' };
  for (const name of Object.keys(facts) as (keyof Facts)[]) if (facts[name] === undefined) delete facts[name];
  return facts;
}

/** The numbers of a data set, which are its car's, come first; those of the program's blocks follow if they differ. */
function chooseProgramFact(
  blocks: readonly Medc17Block[],
  read: (block: Medc17Block) => FoundText | null,
): Fact | null {
  const numbers = blocks.flatMap((block) => {
    const found = read(block);
    const isCalibration = calibrationTypes.includes(block.type);
    const place: FactPlace = isCalibration ? 'dataset' : block.type === startUpType ? 'boot' : 'program';
    return found === null ? [] : [{ ...found, place }];
  });
  const ofDataset = numbers.filter(({ place }) => place === 'dataset');
  const others = numbers.filter(({ place }) => place !== 'dataset');
  return combineNumbers([...ofDataset, ...others.filter(({ place }) => place !== 'boot'), ...others], 'strong');
}

/**
 * Texts of a data set of the Volkswagen group, in columns padded with spaces: the hardware's part number, names, the
 * part number on the box, the version, the control unit, the engine, the engine's letters.
 */
const plateLength = 0x80;

/** Reads the facts from the one plate of the window; none when two plates disagree. */
function readVagPlate(image: Image, window: Window): Facts {
  const row = findPartNumberRow(image, window);
  const [hardware] = row;
  const partNumber = row.at(-1);
  if (hardware === undefined || partNumber === undefined) return {};
  const numbers = combineNumbers([partNumber, row.length > 1 ? { ...hardware, place: 'hardware' } : null], 'medium');
  const facts: Facts = {
    partNumber: numbers ?? { ...partNumber, strength: 'medium' },
    vehicleManufacturer: {
      value: makerOfVagPartNumber(partNumber.value),
      at: partNumber.at,
      strength: 'implied',
    },
  };
  const version = versionBehind(image, partNumber);
  if (version === null) return facts;
  facts.softwareVersion = { ...version, strength: 'strong' };
  const engine = engineBehind(image, version);
  if (engine !== null) facts.engine = { ...engine, strength: 'medium' };
  const before = { at: Math.max(window.at, partNumber.at - plateLength / 2), end: partNumber.at };
  const hardwareNumber = findHardwareNumber(image, '0261', before) ?? findHardwareNumber(image, '0281', before);
  if (hardwareNumber !== null) facts.hardwareNumber = { ...hardwareNumber, strength: 'medium' };
  return facts;
}

/** Finds General Motors' plate: the hardware number, 0, and the control unit's name. `0281019999` 00 `EDC17C19` */
function findNamedHardware(image: Image, window: Window): FoundText | null {
  const numbers = ['0281', '0261'] as const;
  const isNamed = ({ value, at }: FoundText) =>
    image.u8(at + value.length) === 0 && /^(?:EDC|MED)17/.test(image.asciiRun(at + value.length + 1, 8));
  return numbers.flatMap((start) => listHardwareNumbers(image, start, window)).find(isNamed) ?? null;
}

function versionBehind(image: Image, { value, at }: FoundText): FoundText | null {
  const behindAt = at + value.length;
  const [, gap = '', version] = /^( {1,5})(\d{4})(?= )/.exec(image.asciiRun(behindAt, 12)) ?? [];
  return version === undefined ? null : { value: version, at: behindAt + gap.length };
}

/** Reads `1.8l R4/4V TFSI` or `R4 2,0L EDC`; without such a text, the four letters of the engine. */
function engineBehind(image: Image, version: FoundText): FoundText | null {
  const text = image.asciiRun(version.at, plateLength);
  const named = /(?:\d[.,]\d ?[lL] [RVW]\d|[RVW]\d\d? \d[.,]\d ?[lL])[\w/. ]*?(?= {2}|$)/.exec(text);
  const family = / {2}([A-Z]{3,4})[ -]/.exec(text);
  if (named !== null) return { value: named[0], at: version.at + named.index };
  return family?.[1] === undefined ? null : { value: family[1], at: version.at + family.index + 2 };
}
