/**
 * What: Bosch EDC15, diesel engines, C167, little endian.
 * Seen in: Volkswagen group (EDC15P, P+, V, VM+); BMW, PSA, Opel, Fiat (EDC15C), about 1998 to 2006.
 * Sizes: 512 KB, 1 MB.
 * Recognised by: V4.1 at both ends of a code block; without it, a software number at 0x7BFB0 or 0x7FEF0 of 512 KB.
 * Easily confused with: MED9, PPD and SID80x, which hold the text V4.1 once, elsewhere.
 * Sources: LeZed97/ZedSuite and VAGEDCSuite (facts only), v-arapidis/openremap-core (MIT); measured on real dumps.
 */
import type { Found } from '../../bosch/numbers.ts';
import { agreed, findHardwareNumber, findPartNumber, softwareNumberAt } from '../../bosch/numbers.ts';
import type { Evidence, Facts, Family } from '../../family.ts';
import type { Image } from '../../image.ts';
import { layout } from './edc15.layout.ts';

export const edc15: Family = {
  id: 'edc15',
  maker: 'Bosch',
  models: ['EDC15'],
  recognise(image) {
    const markers = listMarkers(image);
    const [firstMarkerAt] = markers;
    if (firstMarkerAt !== undefined && markers.length >= layout.markersNeeded) {
      return [{ points: 90, at: firstMarkerAt, because: `${markers.length} code block marks V4.1` }];
    }
    return recogniseWithoutMarkers(image);
  },
  describe(image) {
    const blocks = listMarkers(image).filter((at) => at % layout.pageLength === layout.startMarkerField);
    const hasMarkers = blocks.length > 0;
    const softwareNumber = hasMarkers ? codeSoftwareNumber(image) : calibrationSoftwareNumber(image);
    const windows = hasMarkers
      ? blocks.map((at) => ({ at, end: at + layout.blockTextsLength }))
      : [layout.tailHardwareNumberWindow];
    const hardwareNumber = agreed(windows.map((window) => findHardwareNumber(image, '0281', window)));
    const partNumber = agreed(windows.map((window) => findPartNumber(image, window)));
    const facts: Facts = {};
    if (softwareNumber !== null) facts.softwareNumber = { ...softwareNumber, strength: 'strong' };
    if (hardwareNumber !== null) facts.hardwareNumber = { ...hardwareNumber, strength: 'medium' };
    if (partNumber !== null) facts.partNumber = { ...partNumber, strength: 'medium' };
    return facts;
  },
  dtcs: null,
  checksums: null,
};

/** Two fixed places in every page of 4 KB: no search is needed. */
function listMarkers(image: Image): number[] {
  const markers: number[] = [];
  const pagesEnd = Math.min(image.sizeBytes, layout.largestBytes);
  for (let pageAt = 0; pageAt < pagesEnd; pageAt += layout.pageLength) {
    for (const field of [layout.startMarkerField, layout.endMarkerField]) {
      if (image.ascii(pageAt + field, layout.marker.length) === layout.marker) markers.push(pageAt + field);
    }
  }
  return markers;
}

function recogniseWithoutMarkers(image: Image): Evidence[] {
  if (image.sizeBytes !== layout.smallBytes) return [];
  const softwareNumber = calibrationSoftwareNumber(image) ?? softwareNumberAt(image, layout.bootSoftwareNumberAt);
  if (softwareNumber === null) return [];
  const { value, at } = softwareNumber;
  const evidence = [{ points: 50, at, because: `the software number ${value} where EDC15C keeps it` }];
  const hardwareNumber = findHardwareNumber(image, '0281', layout.tailHardwareNumberWindow);
  if (hardwareNumber !== null) {
    evidence.push({ points: 20, at: hardwareNumber.at, because: `the diesel hardware number ${hardwareNumber.value}` });
  }
  return evidence;
}

function codeSoftwareNumber(image: Image): Found | null {
  return agreed(layout.codeSoftwareNumbersAt.map((at) => softwareNumberAt(image, at)));
}

function calibrationSoftwareNumber(image: Image): Found | null {
  return softwareNumberAt(image, layout.calibrationSoftwareNumberAt);
}
