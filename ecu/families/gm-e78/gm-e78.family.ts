/**
 * What: Delphi E78 of General Motors, petrol engines, MPC5xx, big endian.
 * Seen in: Chevrolet, Buick and Opel with four cylinders, about 2011 to 2016.
 * Sizes: 3 MB.
 * Recognised by: 55AAFFFF before the last word and at 0x7FFF8, AA55 at 0x80000, the segment number of the program (1),
 *   and that of the boot code (99) where the read has it.
 * Easily confused with: E38 and E67 of 2 MB, whose segments are named elsewhere.
 * Sources: joukoy/UniversalPatcher (GPL-3, facts only); measured on real dumps.
 */
import type { Facts, Family } from '../../family.ts';
import type { Image } from '../../image.ts';
import { crcSegmentChecksums } from '../../platforms/gm/crc-segments.ts';
import { readProgramNumber, segmentReader } from '../../platforms/gm/control-unit.ts';
import { gmStateListDtcs } from '../../platforms/gm/state-list.ts';
import { layout, segmentPlaces, stateList } from './gm-e78.layout.ts';

const readSegments = segmentReader(isGmE78, segmentPlaces);

export const gmE78: Family = {
  id: 'gm-e78',
  maker: 'Delphi',
  models: ['E78'],
  recognise(image) {
    if (!isGmE78(image)) return [];
    const reason = 'the ends of both memories, and the segment of the program, as published for E78';
    return [{ points: 90, at: layout.middleAt, reason }];
  },
  describe(image) {
    if (!isGmE78(image)) return {};
    const facts: Facts = {
      model: { value: 'E78', at: layout.programNumberAt, strength: 'implied' },
      vehicleManufacturer: { value: 'General Motors', at: layout.middleAt, strength: 'implied' },
      processor: { value: 'MPC5xx', at: layout.middleAt, strength: 'implied' },
    };
    return { ...facts, ...readProgramNumber(image, layout) };
  },
  dtcs: gmStateListDtcs({ readSegments, ...stateList }),
  checksums: (image) => crcSegmentChecksums(image, readSegments(image)),
  areSumsProved: true,
};

function isGmE78(image: Image): boolean {
  return (
    image.sizeBytes === layout.sizeBytes &&
    layout.tailsAt.every((at) => layout.tail.every((word, index) => image.u32be(at + index * 4) === word)) &&
    image.u16be(layout.middleAt) === layout.middle &&
    layout.bootNumbers.includes(image.u16be(layout.bootNumberAt) ?? -1) &&
    image.u16be(layout.programNumberAt) === layout.programNumber
  );
}
