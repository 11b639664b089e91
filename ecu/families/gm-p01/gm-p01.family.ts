/**
 * What: Delphi P01 and P59 of General Motors, petrol engines of the LS years, 68332, big endian.
 * Seen in: Chevrolet, GMC, Cadillac, Pontiac and Hummer, about 1999 to 2007.
 * Sizes: 512 KB (P01), 1 MB (P59).
 * Recognised by: 4AFC at 0x1FFFE and at the end, and eight segments at 0x50C that follow each other without a gap.
 * Easily confused with: P04 of the V6 engines, which has the same first vectors, but A55A at the end and no segments.
 * Sources: LegacyNsfw/PcmHacks and joukoy/UniversalPatcher (GPL-3, facts only); measured on real dumps.
 */
import type { Area, Facts, Family, Checksum } from '../../family.ts';
import type { Image, Window } from '../../image.ts';
import { gmP01Dtcs } from './gm-p01.dtcs.ts';
import { layout } from './gm-p01.layout.ts';
import type { Segment } from './gm-p01.segments.ts';
import { readSegments } from './gm-p01.segments.ts';
import { changeAt, u16beBytes } from '../../change.ts';
import { sum16be } from '../../checksums/sums.ts';

export const gmP01: Family = {
  id: 'gm-p01',
  maker: 'Delphi',
  models: ['P01', 'P59'],
  recognise(image) {
    if (image.memo(readSegments) === null) return [];
    const reason = 'eight segments without a gap between them, and 4AFC behind the boot sector and the program';
    return [{ points: 100, at: layout.segmentsAt, reason }];
  },
  describe(image) {
    const segments = image.memo(readSegments);
    const [system, engine] = segments ?? [];
    if (segments === null || system === undefined || engine === undefined) return {};
    const facts: Facts = {
      model: { value: system.end > 0x80000 ? 'P59' : 'P01', at: system.tableAt + 4, strength: 'implied' },
      processor: { value: '68332', at: layout.bootSignatureAt, strength: 'implied' },
      vehicleManufacturer: { value: 'General Motors', at: layout.systemIdAt, strength: 'implied' },
    };
    const systemId = numberAt(image, layout.systemIdAt);
    // Only implied: the file holds the number as a binary word, not as the digits in which it is written.
    if (systemId !== null) facts.softwareNumber = { value: systemId, at: layout.systemIdAt, strength: 'implied' };
    const calibrationId = numberAt(image, engine.at + layout.segmentIdField);
    if (calibrationId !== null) {
      facts.dataset = { value: calibrationId, at: engine.at + layout.segmentIdField, strength: 'implied' };
    }
    const suffix = image.ascii(layout.systemSuffixAt, 2);
    if (suffix !== null && /^[A-Z]{2}$/.test(suffix)) {
      facts.softwareVersion = { value: suffix, at: layout.systemSuffixAt, strength: 'strong' };
    }
    return { ...facts, ...numbersOfHardware(image) };
  },
  dtcs: gmP01Dtcs,
  checksums: gmP01Checksums,
  areSumsProved: true,
  areas: (image) => (image.memo(readSegments) ?? []).flatMap(areasOf),
};

function areasOf({ at, end, name }: Segment): Area[] {
  if (at > 0) return [{ at, end, kind: 'calibration', name }];
  return [
    { at, end: layout.ownPagesAt, kind: 'boot', name: 'Boot' },
    { at: layout.programAt, end, kind: 'code', name },
  ];
}

/** Reads the page that the control unit writes about itself. If both are written, it is unknown which is newer. */
function numbersOfHardware(image: Image): Facts {
  const [page, other] = layout.ownPages.filter((at) => isOwnPage(image, at));
  if (page === undefined || other !== undefined) return {};
  const facts: Facts = {};
  const hardwareNumber = numberAt(image, page + layout.hardwareNumberField);
  const partNumber = numberAt(image, page + layout.partNumberField);
  if (hardwareNumber !== null) {
    facts.hardwareNumber = { value: hardwareNumber, at: page + layout.hardwareNumberField, strength: 'implied' };
  }
  if (partNumber !== null) {
    facts.partNumber = { value: partNumber, at: page + layout.partNumberField, strength: 'implied' };
  }
  return facts;
}

function isOwnPage(image: Image, at: number): boolean {
  const vehicleNumber = image.ascii(at + layout.vehicleNumberField, layout.vehicleNumberLength) ?? '';
  const trace = image.ascii(at + layout.traceField, layout.traceLength) ?? '';
  return /^[A-HJ-NPR-Z0-9]+$/.test(vehicleNumber) && /^[A-Z0-9]+$/.test(trace);
}

function numberAt(image: Image, at: number): string | null {
  const number = image.u32be(at);
  if (number === null || number < layout.minNumber || number > layout.maxNumber) return null;
  return String(number);
}

/** Every segment has one word that makes the sum of its words zero (PcmHacks, FileValidator; facts only). */
function gmP01Checksums(image: Image): Checksum[] {
  return (image.memo(readSegments) ?? []).map((segment) => toChecksum(image, segment));
}

function toChecksum(image: Image, segment: Segment): Checksum {
  const { name, sumAt } = segment;
  const ranges = rangesOf(segment);
  const cell = { at: sumAt, end: sumAt + 2 };
  const expected = ranges.reduce((sum, range) => sum - sum16be(image, range), 0) & 0xffff;
  return {
    name,
    kind: 'sum',
    ranges,
    cells: [cell],
    state: image.u16be(sumAt) === expected ? 'ok' : 'wrong',
    correct: () => changeAt(image, sumAt, u16beBytes(expected), `The sum of "${name}"`),
  };
}

function rangesOf({ at, end, sumAt }: Segment): Window[] {
  if (at > 0) return [{ at: sumAt + 2, end }];
  return [
    { at, end: sumAt },
    { at: sumAt + 2, end: layout.ownPagesAt },
    { at: layout.programAt, end },
  ];
}
