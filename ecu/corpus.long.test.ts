import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { enoughPoints, sumPoints } from './gate/signs.ts';
import { listSigns } from './gate.ts';
import { Image } from './image.ts';
import type { Inspection } from './inspect.ts';
import { inspect } from './inspect.ts';

type Ident = { hw?: string[]; sw?: string[]; oem_pn?: string[] };
type Entry = { file: string; family: string; found_as: string; ident?: Ident };

/** Hardware 0261 and 0281, software 1037 and 1039. */
const isBosch = /^(02[68]1|103[79])/;

const corpusFolder = process.env['ECU_CORPUS'];

/** Our families by the names that the corpus uses. An entry of any other kind has to remain unknown. */
const familyIds: Record<string, string | readonly string[]> = {
  EDC15: 'edc15',
  'MED9/ME9': 'med9',
  EDC16: 'edc16',
  EDC17: 'edc17',
  MED17: 'med17',
  ME7: ['me7', 'bmw-me7'],
  MED7: 'me7',
  'ME7 (Volvo)': 'volvo-me7',
  'GM P01/P59': 'gm-p01',
  'GM P01/P59 (LS PCM)': ['gm-p01', 'gm-p04'],
  'GMPT-E15 (Z22SE)': 'gmpt-e15',
  'BMW MSS54': 'mss54',
  'BMW MSS54 (by name)': 'mss54',
  'Siemens MSD80/81': 'msd80',
  'SIEMENS5W*': ['ms4x', 'mss54'],
  'Denso SH7055 (Mazda RX-8)': 'denso-sh',
  'Mitsubishi Evo8 (Denso/MMC)': 'mitsubishi-sh',
  EDC1: 'edc1',
  EDC3: ['edc3', 'edc15'],
  'Motronic M1': ['motronic-m1', 'motronic'],
  'Motronic M2': ['motronic-m2', 'motronic'],
  'Motronic M3': 'motronic-m3',
  'Motronic M5': 'motronic-m5',
  'Motronic MP3': 'motronic-mp',
  'Motronic MP7': 'motronic-mp',
  'MONO-MOTRONIC': 'mono-motronic',
  'ME1.5.5': 'motronic-me',
  'PPD1.1': 'ppd1',
  'PPD1.2': 'ppd1',
  'PPD1.5': 'ppd1',
  'PPD1/SID': 'sid803',
  SID801: 'sid801',
  SID803: 'sid803',
  SID803A: 'sid803',
  // Two of them are pairs of EDC1 chips, as their numbers show.
  SIMOS: ['simos', 'edc1'],
  SIMOS3: 'simos',
  MULTEC: 'multec',
  MULTECS: 'multec',
  IAW1AP: 'iaw',
  IAW1AV: 'iaw',
  IAW4LV: 'iaw',
  unidentified: ['digifant', 'multec', 'bms43', 'edc16', 'simos', 'mjd', 'iaw'],
  'unidentified (Bosch)': ['edc1', 'edc15-calibration'],
};

/** How many were recognised when this test was last made stricter. The numbers may only grow. */
const minRecognised: Record<string, number> = {
  edc15: 22,
  med9: 11,
  edc16: 24,
  edc17: 9,
  med17: 3,
  me7: 17,
  'volvo-me7': 23,
  'bmw-me7': 6,
  'gm-p01': 19,
  'gm-p04': 6,
  'gmpt-e15': 2,
  mss54: 23,
  msd80: 2,
  ms4x: 3,
  'denso-sh': 2,
  'mitsubishi-sh': 2,
  edc1: 24,
  edc3: 21,
  'motronic-m1': 13,
  'motronic-m2': 6,
  'motronic-m3': 14,
  'motronic-m5': 3,
  'motronic-mp': 3,
  'motronic-me': 2,
  'mono-motronic': 1,
  motronic: 4,
  ppd1: 5,
  sid801: 5,
  sid803: 5,
  simos: 5,
  multec: 6,
  iaw: 4,
  mjd: 1,
  digifant: 4,
  bms43: 1,
  'edc15-calibration': 2,
};

if (corpusFolder === undefined) {
  console.warn('ECU_CORPUS is not set: recognition was NOT checked against real dumps.');
}

test.skipIf(corpusFolder === undefined)('real dumps are recognised correctly or stay unknown', () => {
  const recognised = new Map<string, number>();
  for (const { entry, inspection } of inspectCorpus()) {
    const { identification } = inspection;
    expect(identification.outcome, entry.file).not.toBe('ambiguous');
    if (identification.outcome !== 'recognised') continue;
    const { familyId } = identification.family;
    expect([familyIds[entry.family]].flat(), entry.file).toContain(familyId);
    recognised.set(familyId, (recognised.get(familyId) ?? 0) + 1);
  }
  for (const [familyId, count] of Object.entries(minRecognised)) {
    expect(recognised.get(familyId) ?? 0, familyId).toBeGreaterThanOrEqual(count);
  }
});

test.skipIf(corpusFolder === undefined)('the gate accepts every raw dump and nothing else', () => {
  for (const { entry, inspection } of inspectCorpus()) {
    const isRaw = !/^(container|not-raw):/.test(entry.family);
    expect(inspection.fileType === 'OK', `${entry.file}: ${inspection.fileType}`).toBe(isRaw);
  }
});

test.skipIf(corpusFolder === undefined)(
  'at least 99 of 100 raw dumps would be accepted even if their family were not supported',
  () => {
    const raw = readEntries().filter(({ family }) => !/^(container|not-raw):/.test(family));
    const letIn = raw.filter(({ file }) => {
      const image = new Image(readDump(file));
      return sumPoints(listSigns(image)) >= enoughPoints(image.sizeBytes);
    });
    expect(letIn.length).toBeGreaterThanOrEqual(raw.length * 0.99);
  },
  120_000,
);

test.skipIf(corpusFolder === undefined)(
  'no part of the executable that runs this test is taken for a control unit',
  () => {
    const program = readFileSync(process.execPath);
    expect(program.length).toBeGreaterThan(0x40000);
    for (let at = 0; at + 0x40000 <= program.length; at += 0x1d0000) {
      expect(inspect(program.subarray(at, at + 0x40000)).fileType, String(at)).not.toBe('OK');
    }
  },
);

test.skipIf(corpusFolder === undefined)('the numbers found agree with those known for the dump', () => {
  const compared = inspectCorpus().flatMap(({ entry, inspection }) => {
    if (inspection.identification.outcome !== 'recognised') return [];
    const { facts } = inspection.identification;
    const known = [
      { fact: facts.hardwareNumber, values: entry.ident?.hw },
      { fact: facts.softwareNumber, values: entry.ident?.sw },
      { fact: facts.partNumber, values: entry.ident?.oem_pn },
    ];
    return known.flatMap(({ fact, values = [] }) => {
      // Where a program has several part numbers, the name of the dump is more reliable than an earlier reading.
      if (fact === undefined || entry.found_as.includes(fact.value)) return [];
      // Bosch's 1037… is unrelated to the number that Volvo or Siemens gives the same program.
      const comparable = values.filter((value) => isBosch.test(value) === isBosch.test(fact.value));
      return comparable.length === 0 ? [] : [{ file: entry.file, found: fact.value, known: comparable }];
    });
  });
  expect(compared.length).toBeGreaterThan(0);
  expect(compared.filter((one) => !one.known.includes(one.found))).toEqual([]);
});

function readEntries(): Entry[] {
  const manifest = JSON.parse(readFileSync(join(corpusFolder ?? '', 'manifest.json'), 'utf8')) as { entries: Entry[] };
  expect(manifest.entries.length).toBeGreaterThan(0);
  return manifest.entries;
}

function readDump(file: string): Uint8Array {
  return readFileSync(join(corpusFolder ?? '', 'files', file));
}

function inspectCorpus(): { entry: Entry; inspection: Inspection }[] {
  return readEntries().map((entry) => ({ entry, inspection: inspect(readDump(entry.file)) }));
}
