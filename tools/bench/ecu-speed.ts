// Processor time of the ECU library: ECU_CORPUS=FOLDER npm run bench -- ecu-speed [--write]
import { readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { analyse } from '../../ecu/analyse.ts';
import { families } from '../../ecu/families.ts';
import type { Family } from '../../ecu/family.ts';
import { identify } from '../../ecu/identify.ts';
import { Image } from '../../ecu/image.ts';
import { inspect } from '../../ecu/inspect.ts';
import { signatureFamily } from '../../ecu/text-signatures.ts';
import { readCollection } from './ecu/collection.ts';
import { writeSection } from './write-section.ts';

const ADDED_FAMILIES = 150;
const WARM_UP_FILES = 60;
const ROUNDS = 4;
const TWO_MB = 0x200000;

const folder = process.env.ECU_CORPUS;
const collection = readCollection(folder);
if (folder === undefined || collection === null) {
  console.error('Set ECU_CORPUS to a folder with manifest.json and files/: nothing was measured.');
  process.exit(2);
}
const files = collection.map(({ file }) => join(folder, 'files', file));
const read = (path: string) => new Uint8Array(readFileSync(path));
const median = (values: number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;

/** Measures the processor time of this process, which other work on the machine does not affect. */
function cpuMs(work: () => void): number {
  const before = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

for (const path of files.slice(0, WARM_UP_FILES)) analyse(read(path));
const times = files.map((path) => {
  const bytes = read(path);
  const inspectMs = cpuMs(() => void inspect(bytes));
  // The faster of two runs: the one with less compilation and garbage collection.
  const analyseMs = Math.min(
    cpuMs(() => void analyse(bytes)),
    cpuMs(() => void analyse(bytes)),
  );
  return { path, size: bytes.length, inspectMs, analyseMs };
});
const ofTwoMb = times.filter(({ size }) => size === TWO_MB).toSorted((a, b) => b.analyseMs - a.analyseMs);
const lines = [
  `| processor time, full analysis: the quicker of two | ms |`,
  `| --- | --- |`,
  `| identification, median of ${times.length} files | ${median(times.map(({ inspectMs }) => inspectMs)).toFixed(1)} |`,
  `| full analysis, median | ${median(times.map(({ analyseMs }) => analyseMs)).toFixed(1)} |`,
  `| full analysis, worst of ${ofTwoMb.length} files of 2 MB | ${ofTwoMb[0]?.analyseMs.toFixed(1)} |`,
];
console.log(lines.join('\n'));
for (const { path, analyseMs } of ofTwoMb.slice(0, 3)) console.log(`  ${analyseMs.toFixed(1)} ${path}`);

/**
 * Builds a family that no file belongs to, with two texts of its own, like a family that is recognised by its texts.
 */
function addedFamily(index: number): Family {
  const text = (first: number) =>
    String.fromCharCode(...[7, 11, 13, 17, 5].map((step) => 48 + ((first + index * step) % 43)));
  const mark = (anchor: string) => ({
    anchor,
    pattern: new RegExp(`${anchor.replaceAll(/\W/g, '\\$&')}(?<softwareNumber>\\d{8})`, 'd'),
    before: 0,
    after: 20,
    within: { at: 0, end: 0x400000 },
    points: 60,
    reason: 'its own name',
  });
  const sizes = { minBytes: 0x4000, maxBytes: 0x800000 };
  return signatureFamily({
    id: `added-${index}`,
    maker: 'none',
    models: [],
    ...sizes,
    marks: [mark(text(3)), mark(text(29))],
  });
}

const unknown = files.map(read).filter((bytes) => inspect(bytes).identification.outcome === 'unknown');
const identifyMs = (among: readonly Family[]) => {
  const rounds = Array.from({ length: ROUNDS }, () =>
    cpuMs(() => unknown.forEach((bytes) => void identify(new Image(bytes), among))),
  );
  return Math.min(...rounds) / unknown.length;
};
// Measured before any family is added, because a single search looks for the texts of all existing families.
const before = identifyMs(families);
const after = identifyMs([...families, ...Array.from({ length: ADDED_FAMILIES }, (_, index) => addedFamily(index))]);
const share = ((after - before) / before / ADDED_FAMILIES) * 100;
const growth = `A file of no family (${unknown.length} of them) takes ${before.toFixed(2)} ms with ${families.length} families and ${after.toFixed(2)} ms with ${ADDED_FAMILIES} more: ${share.toFixed(2)} % per added family.`;
console.log(`\n${growth}`);
if (process.argv.includes('--write')) {
  const date = new Date().toISOString().slice(0, 10);
  writeSection('Cost of the ECU library', [
    `${date} · \`ECU_CORPUS=FOLDER npm run bench -- ecu-speed --write\` · Node ${process.versions.node}, ${availableParallelism()} cores · ${times.length} files of a private collection`,
    lines.join('\n'),
    growth,
  ]);
}
