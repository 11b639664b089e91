/**
 * What: Continental (Siemens) Simos 8, 10, 12, 16 and 18, petrol engines, TriCore, little endian.
 * Seen in: Volkswagen group from 2007.
 * Sizes: 2 MB, 4 MB; or one block of it. No dump was at hand: everything here is as published.
 * Recognised by: blocks whose header names areas and their CRC, and a CRC that is right; or the names of the data set.
 * Easily confused with: nothing; the Simos of the years before have other processors and no such headers.
 * Sources: bri3d/VW_Flash (BSD-2), SamRyeIn/simoscal (facts only); not measured.
 */
import { partNumberAt } from '../../bosch/numbers.ts';
import type { Found } from '../../bosch/numbers.ts';
import { changeAt, u32leBytes } from '../../change.ts';
import type { Checksum, Evidence, Facts, Family } from '../../family.ts';
import type { Image } from '../../image.ts';
import { makerOfVagPartNumber } from '../../vehicle-makers.ts';
import { crcOf, listSimosBlocks } from './simos18.blocks.ts';
import { layout, modelOfProject } from './simos18.layout.ts';

export const simos18: Family = {
  id: 'simos18',
  maker: 'Continental',
  models: ['Simos 8', 'Simos 10', 'Simos 12', 'Simos 16', 'Simos 18'],
  recognise(image) {
    const blocks = image.recall(listSimosBlocks);
    const proved = blocks.find(({ isRight }) => isRight);
    if (proved !== undefined) {
      const count = blocks.filter(({ isRight }) => isRight).length;
      return [{ points: 100, at: proved.crcAt, because: `the CRC of ${count} block(s) with Simos headers is right` }];
    }
    const names = namesIn(image);
    const evidence: Evidence[] = [];
    if (names !== null) {
      evidence.push({ points: 60, at: names.software.at, because: 'a Simos header, project and part number in place' });
    }
    return evidence;
  },
  describe(image) {
    const facts: Facts = {};
    const names = namesIn(image);
    if (names === null) return facts;
    const { software, partNumber } = names;
    const model = modelOfProject[software.value.slice(0, 3)];
    if (model !== undefined) facts.model = { value: model, at: software.at, strength: 'implied' };
    facts.softwareId = { ...software, strength: 'strong' };
    facts.partNumber = { ...partNumber, strength: 'strong' };
    facts.processor = { value: 'TriCore', at: software.at, strength: 'implied' };
    const maker = makerOfVagPartNumber(partNumber.value);
    facts.vehicleManufacturer = { value: maker, at: partNumber.at, strength: 'implied' };
    return facts;
  },
  dtcs: null,
  checksums: listChecksums,
};

/** What the data set says about itself; nothing where two data sets do not agree. */
function namesIn(image: Image): { software: Found; partNumber: Found } | null {
  const found = image.recall(listSimosBlocks).flatMap(({ at }) => {
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

function listChecksums(image: Image): Checksum[] {
  const blocks = image.recall(listSimosBlocks);
  // What was published is only believed of a file in which it comes out at least once.
  const isProved = blocks.some(({ isRight }) => isRight);
  return blocks.map(({ at, crcAt, areas, isRight }) => ({
    name: `CRC-32 of the block at 0x${at.toString(16).toUpperCase()}`,
    kind: 'sum',
    ranges: areas,
    cells: [{ at: crcAt, end: crcAt + 4 }],
    state: isRight ? 'ok' : isProved ? 'wrong' : 'unknown',
    correct: isProved ? () => changeAt(image, crcAt, u32leBytes(crcOf(image, areas)), 'the CRC of the block') : null,
  }));
}
