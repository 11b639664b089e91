// Measures the ECU library on real dumps: ECU_CORPUS=FOLDER npm run bench -- ecu [--forms] [--write]
import { readFileSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { readCollection } from './ecu/collection.ts';
import { measureDump, type Measured } from './ecu/measure-dump.ts';
import { measureForms } from './ecu/form-pairs.ts';
import { countRelations } from './ecu/failed-relation.ts';
import { tableOf, textTableOf, type Figures } from './ecu/figures.ts';
import { median, writeSection } from './write-section.ts';

const JSON_PLACE = new URL('../../docs/measurements.ecu.json', import.meta.url);

const count = <One>(list: readonly One[], test: (one: One) => boolean) => list.filter((one) => test(one)).length;
const sum = <One>(list: readonly One[], of: (one: One) => number) => list.reduce((total, one) => total + of(one), 0);

function computeFigures(family: string, dumps: readonly Measured[]): Figures {
  return {
    family,
    files: dumps.length,
    recognised: count(dumps, ({ familyId }) => familyId !== null),
    elsewhere: count(dumps, ({ isElsewhere }) => isElsewhere),
    numbersRight: sum(dumps, ({ numbers }) => count(numbers, ({ verdict }) => verdict === 'right')),
    numbersWrong: sum(dumps, ({ numbers }) => count(numbers, ({ verdict }) => verdict === 'wrong')),
    numbersDisputed: sum(dumps, ({ numbers }) => count(numbers, ({ verdict }) => verdict === 'disputed')),
    numbersEmpty: sum(dumps, ({ emptyNumbers }) => emptyNumbers.length),
    tables: count(dumps, ({ table }) => table !== 'none'),
    switchable: count(dumps, ({ table }) => table === 'switchable'),
    checksumsOk: count(dumps, ({ checksums }) => checksums === 'ok'),
    checksumsWrong: count(dumps, ({ checksums }) => checksums === 'wrong'),
    checksumsUnknown: count(dumps, ({ checksums }) => checksums === 'unknown'),
    percentCovered: summariseCovered(dumps.flatMap(({ percentCovered }) => percentCovered ?? [])),
    roundTrips: sum(dumps, ({ roundTrips }) => roundTrips.done),
    roundTripsRefused: sum(dumps, ({ roundTrips }) => roundTrips.refused.length),
    wrongWrites: sum(dumps, ({ roundTrips }) => roundTrips.wrong.length),
    rows: sum(dumps, ({ texts }) => texts.rows),
    described: sum(dumps, ({ texts }) => texts.described),
    genericRows: sum(dumps, ({ texts }) => texts.genericRows),
    genericDescribed: sum(dumps, ({ texts }) => texts.genericDescribed),
    medianMs: Math.round(median(dumps.map(({ ms }) => ms))),
    worstMs: Math.round(Math.max(0, ...dumps.map(({ ms }) => ms))),
  };
}

function summariseCovered(percents: number[]): Figures['percentCovered'] {
  return percents.length === 0 ? null : { least: Math.min(...percents), median: median(percents) };
}

function describeSpeed(dumps: readonly Measured[]): string {
  const ofSize = (test: (size: number) => boolean) => dumps.filter(({ dump }) => test(dump.size));
  const two = ofSize((size) => size === 0x200000);
  const large = ofSize((size) => size > 0x200000);
  const withTable = two.filter(({ table }) => table !== 'none');
  const worst = (list: readonly Measured[]) => Math.round(Math.max(0, ...list.map(({ ms }) => ms)));
  return [
    `Identification, median of all files: ${median(dumps.map(({ inspectMs }) => inspectMs)).toFixed(1)} ms.`,
    `2 MB (${two.length} files): gate and identification ${median(two.map(({ inspectMs }) => inspectMs)).toFixed(1)} ms, table of codes ${median(withTable.map(({ tableMs }) => tableMs)).toFixed(1)} ms (medians).`,
    `Everything at once, the slowest: ${worst(two)} ms for 2 MB, ${worst(large)} ms for larger files (${large.length}).`,
  ].join(' ');
}

const folder = process.env.ECU_CORPUS;
const collection = readCollection(folder);
if (folder === undefined || collection === null) {
  console.error('Set ECU_CORPUS to a folder with manifest.json and files/: nothing was measured.');
  process.exit(2);
}
const only = process.argv.slice(2).find((word) => !word.startsWith('--'));
const dumps = collection.filter(({ family }) => only === undefined || family.includes(only));
const measured = dumps.map((dump, index) => {
  if (process.stderr.isTTY) process.stderr.write(`\r${index + 1} of ${dumps.length} `);
  return measureDump(dump, new Uint8Array(readFileSync(join(folder, 'files', dump.file))));
});
for (const { dump, numbers, emptyNumbers, failed, roundTrips, isElsewhere, familyId } of measured) {
  if (isElsewhere) console.log(`${dump.file} ${dump.family} (${dump.found_as}) taken for ${familyId}`);
  for (const { name, value, verdict, known } of numbers) {
    if (verdict !== 'right')
      console.log(`${dump.file} ${dump.found_as}: ${name} ${value}, ${verdict}: known ${known.join(' ')}`);
  }
  for (const text of emptyNumbers)
    console.log(`${dump.file} ${dump.found_as}: ${text} stands in the file and is not read`);
  if (failed !== null)
    console.log(`${dump.file} ${dump.found_as} (${familyId ?? 'no family'}): ${failed.step}: ${failed.relation}`);
  for (const text of [...roundTrips.wrong, ...new Set(roundTrips.refused)])
    console.log(`${dump.file} ${familyId}: ${text}`);
}
const failures = measured.flatMap(({ failed }) => failed ?? []);
console.log(`\nRefused: ${failures.length} of ${measured.length} files, by the relation that failed`);
console.log(countRelations(failures).join('\n'));
const groups = Map.groupBy(measured, ({ familyId, dump }) => familyId ?? `(not recognised: ${dump.group})`);
const rows = [...groups]
  .map(([family, list]) => computeFigures(family, list))
  .sort((a, b) => a.family.localeCompare(b.family));
const all = computeFigures('all', measured);
const table = tableOf([...rows, all]);
const isWritten = process.argv.includes('--write');
const switchable = measured.flatMap(({ dump, familyId, table: found, form }) =>
  found === 'switchable' && familyId !== null && form === 'as it is'
    ? [{ path: join(folder, 'files', dump.file), familyId }]
    : [],
);
const forms = isWritten || process.argv.includes('--forms') ? measureForms(switchable) : null;
if (forms !== null) console.log(`\n${forms.text}`);
const speed = describeSpeed(measured);
console.log(`\n${speed}`);
console.log(`\n${table}`);
console.log(`\n${textTableOf([...rows, all])}`);
if (isWritten) {
  const date = new Date().toISOString().slice(0, 10);
  writeSection('ECU library on real dumps', [
    `${date} · \`ECU_CORPUS=FOLDER npm run bench -- ecu --write\` · Node ${process.versions.node}, ${availableParallelism()} cores · ${measured.length} files of a private collection`,
    'Each family is in [the package\'s README](../ecu/README.md). Rows are what the library made of a file, not what the file is called; a file that is called otherwise counts as "as another". A number is right when the file name or another reader says the same, wrong when all of them say otherwise, left empty when one of them stands in the bytes as text and no number of its kind is reported. Round trip: up to 20 random choices of codes a file are switched off, the checksums corrected, the result read again and compared byte by byte by code of the bench. Times are processor time.',
    tableOf([...rows.filter(({ family }) => family.startsWith('(')), all]),
    speed,
    forms?.text ?? '',
  ]);
  writeFileSync(JSON_PLACE, `${JSON.stringify({ date, families: rows, all }, null, 2)}\n`);
}
process.exitCode = all.wrongWrites > 0 || all.elsewhere > 0 || (forms?.wrong ?? 0) > 0 ? 1 : 0;
