/**
 * What: Continental (Siemens) Simos 8, 10, 12, 16 and 18, petrol engines, TriCore, little endian.
 * Seen in: Volkswagen group from 2007.
 * Sizes: 2 MB, 4 MB, 4.5 MB, 6 MB; or one block of it. No dump was at hand: everything here is as published.
 * Recognised by: the names of the data set, behind a block whose header names areas and their CRC; the texts of Simos
 *   8.5 and 18.10.
 * Easily confused with: MSD80 and other units of Siemens and Continental, whose blocks have the same headers and CRC.
 * Sources: bri3d/VW_Flash (BSD-2), SamRyeIn/simoscal and spaklius/BinaryHunter (facts only); not measured.
 */
import { pluralize } from '../../sentence.ts';
import { CHIP_SIZES } from '../../read-sizes.ts';
import { partNumberAt } from '../../platforms/bosch/numbers.ts';
import type { FoundText } from '../../platforms/bosch/numbers.ts';
import type { Evidence, Facts, Family } from '../../family.ts';
import type { Image } from '../../image.ts';
import { crcBlockChecksums, listCrcBlocks } from '../../platforms/continental/crc-blocks.ts';
import { makerOfVagPartNumber } from '../../vehicle-makers.ts';
import { simosByTexts } from './simos18.texts.ts';

/** Where a data set has its identification. Source: bri3d/VW_Flash (BSD-2), lib/ and docs/. */
const layout = {
  softwareField: 0x23,
  softwareLength: 8,
  partNumberField: 0x60,
  partNumberLength: 11,
} as const;

/** The model by the first three characters of the software's name, in the project's spelling. */
const modelOfProject: Record<string, string> = {
  S85: 'Simos 8',
  SA3: 'Simos 10',
  SC1: 'Simos 12',
  SC2: 'Simos 12.2',
  SG1: 'Simos 16',
  SC8: 'Simos 18',
  SCB: 'Simos 18.4',
  SCG: 'Simos 18.10',
};

export const simos18: Family = {
  id: 'simos18',
  maker: 'Continental',
  models: ['Simos 8', 'Simos 10', 'Simos 12', 'Simos 16', 'Simos 18'],
  recognise(image) {
    const blocks = listCrcBlocks(image);
    const evidence: Evidence[] = [];
    const proved = blocks.filter(({ isRight }) => isRight);
    const [first] = proved;
    // Every TriCore unit of the maker has such blocks, including BMW's: a CRC proves the maker, but not the family.
    if (first !== undefined) {
      const reason = `the CRC of ${pluralize(proved.length, 'block')} with Simos headers is right`;
      evidence.push({ points: 45, at: first.crcAt, reason });
    }
    const names = namesIn(image);
    if (names !== null) {
      evidence.push({ points: 50, at: names.software.at, reason: 'project and part number in their places' });
    }
    return [...evidence, ...simosByTexts.flatMap((texts) => texts.recognise(image))];
  },
  describe(image) {
    const facts: Facts = Object.assign({}, ...simosByTexts.map((texts) => texts.describe(image)));
    const names = namesIn(image);
    if (names === null) return facts;
    const { software, partNumber } = names;
    const model = modelOfProject[software.value.slice(0, 3)];
    if (model !== undefined) facts.model ??= { value: model, at: software.at, strength: 'implied' };
    facts.softwareId = { ...software, strength: 'strong' };
    facts.partNumber = { ...partNumber, strength: 'strong' };
    facts.processor = { value: 'TriCore', at: software.at, strength: 'implied' };
    const maker = makerOfVagPartNumber(partNumber.value);
    facts.vehicleManufacturer = { value: maker, at: partNumber.at, strength: 'implied' };
    return facts;
  },
  dtcs: null,
  checksums: crcBlockChecksums,
  readSizes: [...CHIP_SIZES, 0x480000],
};

/** Returns the data set's own facts; null when two data sets do not agree. */
function namesIn(image: Image): { software: FoundText; partNumber: FoundText } | null {
  const found = listCrcBlocks(image).flatMap(({ at }) => {
    const software = image.ascii(at + layout.softwareField, layout.softwareLength);
    const partNumber = partNumberAt(image, at + layout.partNumberField);
    if (software === null || partNumber === null || modelOfProject[software.slice(0, 3)] === undefined) return [];
    if (!/^[A-Z0-9_]+$/.test(software)) return [];
    return [{ software: { value: software, at: at + layout.softwareField }, partNumber }];
  });
  const [first] = found;
  const isOne = found.every(({ partNumber }) => partNumber.value === first?.partNumber.value);
  return first !== undefined && isOne ? first : null;
}
