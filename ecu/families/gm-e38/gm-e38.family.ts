/**
 * What: Delphi E38 and E67 of General Motors, petrol engines, MPC5xx, big endian.
 * Seen in: Chevrolet, GMC, Cadillac, Pontiac and Holden, about 2005 to 2014.
 * Sizes: 2 MB.
 * Recognised by: AA556666 before the last word, and the segment numbers of boot code (99) and program (1).
 * Easily confused with: E37, whose program begins elsewhere; EDC16 of the same size, which has none of these.
 * Sources: joukoy/UniversalPatcher (GPL-3, facts only); measured on real dumps.
 */
import type { Facts, Family } from '../../family.ts';
import type { Image } from '../../image.ts';
import { crcSegmentChecksums } from '../../platforms/gm/crc-segments.ts';
import { readProgramNumber, segmentReader } from '../../platforms/gm/control-unit.ts';
import { gmStateListDtcs } from '../../platforms/gm/state-list.ts';
import { layout, segmentPlaces, stateList } from './gm-e38.layout.ts';

const readSegments = segmentReader(isGmE38, segmentPlaces);

export const gmE38: Family = {
  id: 'gm-e38',
  maker: 'Delphi',
  models: ['E38', 'E67'],
  recognise(image) {
    if (!isGmE38(image)) return [];
    const reason = 'the end of the memory, and the segments of boot code and program, as published for E38 and E67';
    return [{ points: 90, at: layout.tailAt, reason }];
  },
  describe(image) {
    if (!isGmE38(image)) return {};
    const facts: Facts = {
      vehicleManufacturer: { value: 'General Motors', at: layout.tailAt, strength: 'implied' },
      processor: { value: 'MPC5xx', at: layout.tailAt, strength: 'implied' },
    };
    const model = layout.models.get(image.u32be(layout.bootPartAt) ?? -1);
    if (model !== undefined) facts.model = { value: model, at: layout.bootPartAt, strength: 'implied' };
    return { ...facts, ...readProgramNumber(image, layout) };
  },
  dtcs: gmStateListDtcs({ readSegments, ...stateList }),
  checksums: (image) => crcSegmentChecksums(image, readSegments(image)),
  areSumsProved: true,
};

function isGmE38(image: Image): boolean {
  return (
    image.sizeBytes === layout.sizeBytes &&
    layout.tail.every((word, index) => image.u32be(layout.tailAt + index * 4) === word) &&
    image.u16be(layout.bootNumberAt) === layout.bootNumber &&
    image.u16be(layout.programNumberAt) === layout.programNumber
  );
}
