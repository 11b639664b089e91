// Describes the families from the code and the measurements: docs/ecu/ with one page for each, the table in the README of
// the library's package, and the list for the portal (npm run generate).
import { existsSync, readFileSync } from 'node:fs';
import { families } from '../ecu/families.ts';
import type { Family } from '../ecu/family.ts';
import { tableOf, type Figures } from './bench/ecu/figures.ts';

const FOLDER = new URL('../docs/ecu/', import.meta.url);
const MEASURED = new URL('../docs/measurements.ecu.json', import.meta.url);
/** Everything below this line in a page is written by hand and preserved. */
const BY_HAND = '<!-- Everything below this line is written by hand. -->';
const PACKAGE = new URL('../ecu/README.md', import.meta.url);
const PACKAGE_TABLE = /(?<=<!-- measured: .* -->\n)[\s\S]*?(?=\n<!-- end of measured -->)/;

interface Measurements {
  date: string;
  families: Figures[];
  all: Figures;
}

const readMeasurements = (): Measurements => JSON.parse(readFileSync(MEASURED, 'utf8')) as Measurements;

/** The six fields of the header in the family's file. */
function readHeader({ id }: Family): [string, string][] {
  const code = readFileSync(new URL(`../ecu/families/${id}/${id}.family.ts`, import.meta.url), 'utf8');
  const [, comment = ''] = /^\/\*\*\n([\s\S]*?)\n \*\//.exec(code) ?? [];
  const text = comment.replaceAll(/^ \* ?/gm, '');
  return [
    ...text.matchAll(
      /^(What|Seen in|Sizes|Recognised by|Easily confused with|Sources): ([\s\S]*?)(?=\n[A-Z][a-z ]+: |$(?![\s\S]))/gm,
    ),
  ].map(([, name = '', value = '']) => [name, value.replaceAll(/\s+/g, ' ').trim()]);
}

const tableWords = ({ dtcs }: Family) =>
  dtcs === null
    ? 'no table of its own is known'
    : dtcs.switchOff === null
      ? 'listed'
      : 'listed, and switched off where the table is proved';
const checksumWords = ({ checksums, dtcs }: Family) =>
  checksums === null
    ? 'not known, and not corrected'
    : dtcs?.switchOff
      ? 'checked, and corrected after a change, where the file has them'
      : 'checked where the file has them';

function measuredLines({ id }: Family, { date, families: rows }: Measurements): string[] {
  const row = rows.find(({ family }) => family === id);
  if (row === undefined) return ['Not measured: no real file of this family has been seen by the bench.'];
  return [
    `Measured on ${row.files} real files (${date}, \`npm run bench -- ecu\`):`,
    '',
    `- numbers that another source confirms: ${row.numbersRight}, that it denies: ${row.numbersWrong}; other than in the file's name alone: ${row.numbersDisputed}`,
    `- tables found: ${row.tables}, switchable: ${row.switchable}`,
    `- files whose checksums are right: ${row.checksumsOk}, wrong: ${row.checksumsWrong}, partly unknown: ${row.checksumsUnknown}`,
    ...coveredLines(row),
    `- round trips (off, corrected, read again): ${row.roundTrips}, refused: ${row.roundTripsRefused}`,
  ];
}

function coveredLines({ percentCovered }: Figures): string[] {
  if (percentCovered === null) return ['- known sums: none, so nothing shows whether a file is whole'];
  const { least, median } = percentCovered;
  return [`- share of a file that its known sums cover: ${median} % (median), at least ${least} %`];
}

function renderPage(family: Family, measurements: Measurements, byHand: string): string {
  const header = readHeader(family).map(([name, value]) => `| ${name} | ${value.replaceAll('|', '\\|')} |`);
  return [
    `# ${family.id}`,
    '',
    '| | |',
    '|---|---|',
    `| Supplier | ${family.maker} |`,
    `| Control units | ${family.models.join(', ')} |`,
    ...header,
    `| Trouble codes | ${tableWords(family)} |`,
    `| Checksums | ${checksumWords(family)} |`,
    '',
    ...measuredLines(family, measurements),
    '',
    BY_HAND,
    byHand,
  ].join('\n');
}

function renderIndex(measurements: Measurements): string {
  const lines = families
    .toSorted((a, b) => a.id.localeCompare(b.id))
    .map((family) => {
      const row = measurements.families.find(({ family: id }) => id === family.id);
      const measured = row === undefined ? '–' : `${row.files}`;
      return `| [${family.id}](${family.id}.md) | ${family.maker} | ${family.models.join(', ')} | ${tableWords(family)} | ${checksumWords(family)} | ${measured} |`;
    });
  return [
    '# Control units that Tunedesk knows',
    '',
    'Written by `npm run generate` from the code and the measurements; see also',
    '[how a family is added](../adding-an-ecu-family.md) and [how it is proved](../how-a-family-is-proved.md).',
    '',
    '| Family | Supplier | Control units | Trouble codes | Checksums | Real files measured |',
    '|---|---|---|---|---|---|',
    ...lines,
    '',
  ].join('\n');
}

/** What the portal tells of each family without loading the library (features/dtc-off/server/ecu-models.ts). */
export function listFamilies(): { path: URL; text: string } {
  const named = families.map(({ id, maker, models, checksums, dtcs }) => ({
    id,
    maker,
    models: [...models],
    // A file is only changed where its codes are switched off.
    correctsChecksums: checksums !== null && dtcs !== null && dtcs.switchOff !== null,
  }));
  return {
    path: new URL('../features/dtc-off/families.generated.json', import.meta.url),
    text: `${JSON.stringify(named, null, 2)}\n`,
  };
}

/** Returns every page with its path and its expected text; hand-written parts are preserved. */
export function describeFamilies(): { path: URL; text: string }[] {
  const measurements = readMeasurements();
  const pages = families.map((family) => {
    const path = new URL(`${family.id}.md`, FOLDER);
    const [, byHand = '\n'] = existsSync(path) ? readFileSync(path, 'utf8').split(BY_HAND) : [];
    return { path, text: renderPage(family, measurements, byHand.replace(/^\n/, '')) };
  });
  return [...pages, { path: new URL('README.md', FOLDER), text: renderIndex(measurements) }];
}

/** Returns the expected text of the package's README; everything around the table is written by hand. */
export function describePackage(): { path: URL; text: string } {
  const { date, families: rows, all } = readMeasurements();
  const text = readFileSync(PACKAGE, 'utf8');
  if (!PACKAGE_TABLE.test(text)) throw new Error('ecu/README.md has no place for the measured table');
  const lines = [`Measured on ${date} on ${all.files} real files.`, '', tableOf([...rows, all])];
  return { path: PACKAGE, text: text.replace(PACKAGE_TABLE, () => `\n${lines.join('\n')}\n`) };
}
