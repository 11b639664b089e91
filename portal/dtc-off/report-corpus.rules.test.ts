import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { analyse } from '../../ecu/index.ts';
import { readReport } from '../../ecu/dtc/report.ts';
import { matchReport, ownNumbers } from './dtc-table.rules.ts';

const corpus = process.env.ECU_CORPUS;

/** How the collection calls the families of which BMW cars are told by BMW's own numbers. */
const FAMILIES = ['EDC16', 'EDC17', 'Bosch EDC17C50', 'Siemens MSD80/81'];
const WITH_NUMBERS = /^(?:EDC16CP35|EDC17(?:CP02|C06|_C50_C56)|MSD8\d)$/;

interface Entry {
  file: string;
  family: string;
}

function* filesOf(folder: string) {
  for (const manifest of ['manifest.json', 'manifest-2.json']) {
    const { entries } = JSON.parse(readFileSync(join(folder, manifest), 'utf8')) as { entries: Entry[] };
    for (const { file } of entries.filter(({ family }) => FAMILIES.includes(family))) {
      yield { file, bytes: new Uint8Array(readFileSync(join(folder, 'files', file))) };
    }
  }
}

if (corpus === undefined || corpus === '') {
  console.warn('ECU_CORPUS is not set: pasted reports were NOT checked against real dumps.');
}

test.skipIf(corpus === undefined || corpus === '')(
  'every number that BMW gives a code of a real file is found in that file, as it is written and as a raw number',
  () => {
    const missed: string[] = [];
    let files = 0;
    for (const { file, bytes } of filesOf(corpus ?? '')) {
      const { listing, inspection } = analyse(bytes);
      const facts = inspection.identification.answer === 'recognised' ? inspection.identification.facts : {};
      if (listing?.answer !== 'found' || !WITH_NUMBERS.test(facts.model?.value ?? '')) continue;
      files += 1;
      const rows = listing.rows.map(({ code, number, makerNumber }) => ({
        dtc: code,
        dtc_int: number,
        maker_number: makerNumber ?? null,
        status: 'ON' as const,
        locked: null,
      }));
      const own = ownNumbers(rows);
      for (const number of own) {
        for (const written of [`0x${number}`, `${number} Some fault`]) {
          if (matchReport(rows, readReport(written, own)).chosen.length === 0) missed.push(`${file} ${written}`);
        }
      }
    }
    expect(missed).toEqual([]);
    expect(files).toBeGreaterThan(5);
  },
  600_000,
);
