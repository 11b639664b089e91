import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { analyse } from '../../ecu/index.ts';
import { readReport } from '../../ecu/dtc/report.ts';
import { hexText, matchReport, ownNumbers, ownWords } from './dtc-table.rules.ts';

const corpus = process.env.ECU_CORPUS;

/** The collection's names for the families whose BMW cars are recognised by BMW's own numbers. */
const FAMILIES = ['EDC16', 'EDC17', 'Bosch EDC17C50', 'Siemens MSD80/81', 'BMW MSS54', 'BMW MSS54 (by name)'];
const OF_BMW = /^(?:EDC16CP35|EDC17(?:CP02|C06|_C50_C56)|MSD8\d|MSS5)/;

interface Entry {
  file: string;
  family: string;
}

function* listFiles(folder: string) {
  for (const manifest of ['manifest.json', 'manifest-2.json', 'manifest-3.json']) {
    const { entries } = JSON.parse(readFileSync(join(folder, manifest), 'utf8')) as { entries: Entry[] };
    for (const { file } of entries.filter(({ family }) => FAMILIES.includes(family))) {
      yield { file, bytes: new Uint8Array(readFileSync(join(folder, 'files', file))) };
    }
  }
}

type Row = Parameters<typeof matchReport>[0][number];

/** Small enough for one paste and one report. */
const PASTED = 200;

/**
 * Returns the codes, numbers and words shown by the table that do not lead back to their row, however they are pasted.
 */
function missedIn(rows: readonly Row[]): string[] {
  const [own, words] = [ownNumbers(rows), ownWords(rows)];
  const makers = ({ maker_number }: Row) => maker_number?.split(' ') ?? [];
  const spellings: [separator: string, spell: (row: Row) => string[]][] = [
    [', ', ({ dtc }) => [dtc]],
    ['\n', ({ dtc }) => (dtc.length > 3 ? [`${dtc} Some fault`] : [])],
    [' ', ({ dtc_int }) => [hexText(dtc_int)]],
    ['\n', (row) => makers(row).map((number) => `${number} Some fault`)],
    [' ', (row) => makers(row).map((number) => `0x${number}`)],
  ];
  return spellings.flatMap(([separator, spell]) =>
    Array.from({ length: Math.ceil(rows.length / PASTED) }, (_, page) => {
      const pasted = rows.slice(page * PASTED, (page + 1) * PASTED).filter((row) => spell(row).length > 0);
      const { codes } = readReport(pasted.flatMap(spell).join(separator), own, words);
      const { chosen, ambiguous } = matchReport(rows, codes);
      // A word that is also another row's number is reported as ambiguous.
      const found = new Set([...chosen, ...ambiguous.flatMap(({ other }) => other)]);
      return pasted.filter(({ dtc }) => !found.has(dtc)).map((row) => `${row.dtc} as ${spell(row).join(' ')}`);
    }).flat(),
  );
}

if (corpus === undefined || corpus === '') {
  console.warn('ECU_CORPUS is not set: pasted reports were NOT checked against real dumps.');
}

test.skipIf(corpus === undefined || corpus === '')(
  'every row of a real BMW file is found by its code, number and raw word, as shown and as testers print them',
  () => {
    const missed: string[] = [];
    let files = 0;
    for (const { file, bytes } of listFiles(corpus ?? '')) {
      const { listing, inspection } = analyse(bytes);
      const facts = inspection.identification.outcome === 'recognised' ? inspection.identification.facts : {};
      if (listing?.outcome !== 'found' || !OF_BMW.test(facts.model?.value ?? '')) continue;
      files += 1;
      const rows = listing.rows.map(({ code, number, makerNumber }) => ({
        dtc: code,
        dtc_int: number,
        maker_number: makerNumber ?? null,
        status: 'ON' as const,
        locked: null,
      }));
      missed.push(...missedIn(rows).map((text) => `${file} ${text}`));
    }
    expect(missed).toEqual([]);
    expect(files).toBeGreaterThan(30);
  },
  600_000,
);
