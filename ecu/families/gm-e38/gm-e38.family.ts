/**
 * What: Delphi E38 and E67 of General Motors, petrol engines, MPC5xx, big endian.
 * Seen in: Chevrolet, GMC, Cadillac, Pontiac and Holden, about 2005 to 2014.
 * Sizes: 2 MB. No dump was at hand: everything here is as published.
 * Recognised by: AA556666 before the last word, and the numbers that boot code (99) and program (1) have among the segments.
 * Easily confused with: E37, whose program begins elsewhere; EDC16 of the same size, which has none of these.
 * Sources: joukoy/UniversalPatcher (GPL-3, facts only); not measured.
 */
import type { Facts, Family } from '../../family.ts';
import type { Image } from '../../image.ts';

const layout = {
  sizeBytes: 0x200000,
  tailAt: 0x1ffff8,
  tail: [0xaa556666, 0xffffffff],
  bootNumberAt: 0x3f2,
  bootNumber: 99,
  bootPartAt: 0x3f5,
  programNumberAt: 0x10002,
  programNumber: 1,
  programPartAt: 0x10005,
  programSuffixAt: 0x10009,
  /** The part number of the boot code: the E67 has none. */
  models: new Map([
    [12605900, 'E38'],
    [0, 'E67'],
  ]),
};

export const gmE38: Family = {
  id: 'gm-e38',
  maker: 'Delphi',
  models: ['E38', 'E67'],
  recognise(image) {
    if (!isGmE38(image)) return [];
    const because = 'the end of the memory, and the segments of boot code and program, as published for E38 and E67';
    return [{ points: 90, at: layout.tailAt, because }];
  },
  describe(image) {
    if (!isGmE38(image)) return {};
    const facts: Facts = {
      vehicleManufacturer: { value: 'General Motors', at: layout.tailAt, strength: 'implied' },
      processor: { value: 'MPC5xx', at: layout.tailAt, strength: 'implied' },
    };
    const model = layout.models.get(image.u32be(layout.bootPartAt) ?? -1);
    if (model !== undefined) facts.model = { value: model, at: layout.bootPartAt, strength: 'implied' };
    const number = image.u32be(layout.programPartAt) ?? 0;
    // The number stands in the file as a binary word: nobody writes it down that way.
    if (/^\d{8}$/.test(String(number))) {
      facts.softwareNumber = { value: String(number), at: layout.programPartAt, strength: 'implied' };
    }
    const suffix = image.ascii(layout.programSuffixAt, 2);
    if (suffix !== null && /^[A-Z]{2}$/.test(suffix)) {
      facts.softwareVersion = { value: suffix, at: layout.programSuffixAt, strength: 'strong' };
    }
    return facts;
  },
  dtcs: null,
  checksums: null,
};

function isGmE38(image: Image): boolean {
  return (
    image.sizeBytes === layout.sizeBytes &&
    layout.tail.every((word, index) => image.u32be(layout.tailAt + index * 4) === word) &&
    image.u16be(layout.bootNumberAt) === layout.bootNumber &&
    image.u16be(layout.programNumberAt) === layout.programNumber
  );
}
