/**
 * What: Delphi P04 of General Motors, V6 petrol engines, 68332, big endian.
 * Seen in: Chevrolet, Pontiac, Buick and Oldsmobile with 3.1, 3.4 and 3.8 litres, about 1998 to 2005.
 * Sizes: 512 KB.
 * Recognised by: the vectors, and the operating system's number in front of A55A at the end.
 * Easily confused with: P01 of the V8 engines, which ends with 4AFC and has a table of segments.
 * Sources: LegacyNsfw/PcmHacks and joukoy/UniversalPatcher (GPL-3, facts only); measured on real dumps.
 */
import type { Family } from '../../family.ts';
import type { Image } from '../../image.ts';
import { gmP04Checksums } from './gm-p04.checksums.ts';
import { gmP04Dtcs } from './gm-p04.dtcs.ts';
import { layout } from './gm-p04.layout.ts';

export const gmP04: Family = {
  id: 'gm-p04',
  maker: 'Delphi',
  models: ['P04'],
  recognise(image) {
    if (!isP04(image)) return [];
    return [{ points: 95, at: layout.systemIdAt, reason: 'the vectors of a P04, and its number in front of A55A' }];
  },
  describe(image) {
    const systemId = numberAt(image, layout.systemIdAt);
    if (!isP04(image) || systemId === null) return {};
    const at = layout.systemIdAt;
    return {
      model: { value: 'P04', at, strength: 'implied' },
      processor: { value: '68332', at: 0, strength: 'implied' },
      vehicleManufacturer: { value: 'General Motors', at, strength: 'implied' },
      softwareNumber: { value: systemId, at, strength: 'implied' },
    };
  },
  dtcs: gmP04Dtcs,
  checksums: gmP04Checksums,
  areSumsProved: true,
};

function isP04(image: Image): boolean {
  return (
    image.sizeBytes === layout.sizeBytes &&
    image.u32be(0) === layout.stackAddress &&
    image.u32be(4) === layout.startAddress &&
    image.u16be(layout.signatureAt) === layout.signature &&
    numberAt(image, layout.systemIdAt) !== null
  );
}

function numberAt(image: Image, at: number): string | null {
  const number = image.u32be(at);
  return number === null || number < layout.minNumber || number > layout.maxNumber ? null : String(number);
}
