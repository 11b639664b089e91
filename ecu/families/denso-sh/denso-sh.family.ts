/**
 * What: Denso with a SuperH processor of Renesas, petrol engines, big endian.
 * Seen in: Mazda RX-8 and MX-5 NC, Subaru Impreza, Forester and Legacy, about 2003 to 2012.
 * Sizes: 512 KB (SH7055), 1 MB (SH7058, SH72531).
 * Recognised by: vectors into ROM and RAM, the calibration's name at 0x2000, and the sums near the end or Denso's name.
 * Easily confused with: SuperH units of Mitsubishi, which have neither a name at 0x2000 nor these sums.
 * Sources: RomRaider (GPL-2), davtur19/rx8ecu (AGPL-3), Merp/SubaruDefs: facts only; measured on real dumps.
 */
import { pluralize } from '../../sentence.ts';
import type { Facts, Family, Checksum } from '../../family.ts';
import type { Image } from '../../image.ts';
import type { Chip } from './denso-sh.chip.ts';
import { findChip } from './denso-sh.chip.ts';
import { densoShDtcs } from './denso-sh.dtcs.ts';
import { layout } from './denso-sh.layout.ts';
import { findSubaruTables } from './denso-sh.subaru.ts';
import { changeAt, u32beBytes } from '../../change.ts';
import { sum32be } from '../../checksums/sums.ts';

export const densoSh: Family = {
  id: 'denso-sh',
  maker: 'Denso',
  models: ['SH7055', 'SH7058', 'SH72531'],
  recognise(image) {
    const chip = image.memo(findChip);
    if (chip === null) return [];
    const evidence = [{ points: 50, at: layout.calibrationIdAt, reason: 'vectors of an SH-2E and a name at 0x2000' }];
    const [sum] = chip.sums;
    if (sum !== undefined)
      evidence.push({ points: 40, at: sum.differenceAt, reason: pluralize(chip.sums.length, 'sum') });
    if (chip.copyrightAt !== null) evidence.push({ points: 10, at: chip.copyrightAt, reason: 'Denso names itself' });
    return evidence;
  },
  describe(image) {
    const chip = image.memo(findChip);
    if (chip === null) return {};
    const at = layout.calibrationIdAt;
    return {
      processor: { value: chip.processor, at: layout.stackAt, strength: 'implied' },
      softwareNumber: { value: chip.calibrationId, at, strength: 'strong' },
      ...(factsOfMazda(image) ?? factsOfSubaru(image, chip)),
    };
  },
  dtcs: densoShDtcs,
  checksums: densoShChecksums,
  areSumsProved: true,
};

/** Reads SW-N3Z….HEX: part numbers of the RX-8's engine begin with N3, those of the MX-5's with LF. */
function factsOfMazda(image: Image): Facts | null {
  const end = image.sizeBytes;
  let found = image.find(layout.mazdaCopyright, { at: layout.copyrightEnd, end });
  for (let tries = 0; found !== null && tries < layout.mazdaTriesLimit; tries += 1) {
    const nameAt = found + layout.mazdaCopyright.length;
    const [, before, softwareId] =
      /^(\d\dSSW-)((?:N3|LF)[A-Z0-9]{7})\.HEX/.exec(image.asciiRun(nameAt, layout.mazdaNameLength)) ?? [];
    if (before !== undefined && softwareId !== undefined) {
      const at = nameAt + before.length;
      return {
        vehicleManufacturer: { value: 'Mazda', at, strength: 'implied' },
        ...(softwareId.startsWith('N3') ? { engine: { value: '13B-MSP', at, strength: 'implied' } } : {}),
        softwareId: { value: softwareId, at, strength: 'strong' },
      };
    }
    found = image.find(layout.mazdaCopyright, { at: nameAt, end });
  }
  return null;
}

/** Only Subaru has several sums, or its table of codes, together with names of the form A2WC510N. */
function factsOfSubaru(image: Image, { calibrationId, sums }: Chip): Facts {
  if (!/^[A-Z][A-Z0-9]{3}\d{3}[A-Z]$/.test(calibrationId)) return {};
  if (sums.length < layout.subaruSums && image.memo(findSubaruTables).length === 0) return {};
  return { vehicleManufacturer: { value: 'Subaru', at: layout.calibrationIdAt, strength: 'implied' } };
}

function densoShChecksums(image: Image): Checksum[] {
  const chip = image.memo(findChip);
  if (chip === null) return [];
  const checksums = chip.sums.map(({ at, end, differenceAt }, index): Checksum => {
    const expected = (layout.sumTotal - sum32be(image, { at, end })) >>> 0;
    const name = `Sum ${index + 1}`;
    return {
      name,
      kind: 'sum',
      ranges: [{ at, end }],
      cells: [{ at: differenceAt, end: differenceAt + 4 }],
      state: image.u32be(differenceAt) === expected ? 'ok' : 'wrong',
      correct: () => changeAt(image, differenceAt, u32beBytes(expected), `The difference of "${name}"`),
    };
  });
  if (chip.areSumsWhole) return checksums;
  const ranges = [{ at: 0, end: image.sizeBytes }];
  const name = 'Sums that could not be read';
  return [...checksums, { name, kind: 'sum', ranges, cells: [], state: 'unknown', correct: null }];
}
