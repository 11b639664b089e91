// From the last byte of a 4 MB file to its analysis, its codes and a generated file, over HTTP and beside the library's
// own figures in the same run: npm run bench -- dtc-off [--write]. ECU_CORPUS=FOLDER takes real dumps of 2 MB.
import { readFileSync, readdirSync, statSync } from 'node:fs';
import { availableParallelism, loadavg } from 'node:os';
import { join } from 'node:path';
import { analyse, switchOffInFile } from '../../ecu/index.ts';
import { buildImage } from '../../portal/dtc-off/server/dtc-off.factory.ts';
import { getDtcs, startServer, switchOff, upload } from '../soak/dtc-off/portal.ts';
import { writeSection } from './write-section.ts';

const FILES = 12;
const HALF_BYTES = 2 * 1024 * 1024;
const LIMITS_MS = { analysis: 1000, codes: 500, generation: 1000 };

/** Programs of 2 MB, of which codes can be switched off in a file of 4 MB too. */
function listPrograms(): Uint8Array[] {
  const folder = process.env.ECU_CORPUS;
  if (folder === undefined) return Array.from({ length: FILES }, (_, at) => buildImage('med9', at));
  return readdirSync(join(folder, 'files'))
    .map((name) => join(folder, 'files', name))
    .filter((path) => statSync(path).size === HALF_BYTES)
    .map((path) => new Uint8Array(readFileSync(path)))
    .filter((bytes) => chooseCodes(filledUp(bytes)).length > 0)
    .slice(0, FILES);
}

/** Up to three that are on; none where nothing can be switched. */
function chooseCodes(bytes: Uint8Array): string[] {
  const { listing } = analyse(bytes);
  if (listing?.outcome !== 'found' || listing.notSwitchable !== null) return [];
  const codes = listing.rows.filter(({ state }) => state === 'on').map(({ code }) => code);
  const chosen = codes.slice(0, 3);
  return chosen.length > 0 && switchOffInFile(bytes, chosen).outcome === 'done' ? chosen : [];
}

/** 4 MB: the program with erased memory behind it. */
function filledUp(program: Uint8Array): Uint8Array {
  const file = new Uint8Array(2 * HALF_BYTES).fill(0xff);
  file.set(program);
  return file;
}

interface Times {
  analysis: number[];
  codes: number[];
  generation: number[];
}
const times: Record<'server' | 'library', Times> = {
  server: { analysis: [], codes: [], generation: [] },
  library: { analysis: [], codes: [], generation: [] },
};

function measure<Result>(into: number[], work: () => Result): Result {
  const beganAt = performance.now();
  const result = work();
  into.push(performance.now() - beganAt);
  return result;
}

const server = await startServer();
const [token = ''] = server.tokens;
for (const program of listPrograms()) {
  const file = filledUp(program);
  const uploaded = await upload(server.url, token, file);
  const codes = chooseCodes(file);
  const listed = await getDtcs(server.url, token, uploaded.body);
  const made = await switchOff(server.url, token, uploaded.body, codes);
  if (uploaded.status !== 200 || listed.status !== 200 || made.status !== 200) {
    throw new Error(`the server said ${uploaded.status}, ${listed.status}, ${made.status} (${made.body.message})`);
  }
  times.server.analysis.push(uploaded.ms);
  times.server.codes.push(listed.ms);
  times.server.generation.push(made.ms);
  // In turns with the server, so that both have the same machine.
  measure(times.library.analysis, () => analyse(file));
  measure(times.library.codes, () => analyse(file).listing);
  measure(times.library.generation, () => switchOffInFile(file, codes));
}
const { worst } = await server.figures();
await server.stop();

const median = (values: readonly number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
const figure = (values: readonly number[]) => `${Math.round(median(values))} / ${Math.round(Math.max(...values))}`;
const steps = [
  ['analysis', 'analysis, with one code tried out'],
  ['codes', 'table of codes'],
  ['generation', 'generated file, checked and charged'],
] as const;
const rows = steps.map(
  ([step, name]) => `| ${name} | ${figure(times.server[step])} | ${figure(times.library[step])} | ${LIMITS_MS[step]} |`,
);
const table = [
  '| From the last byte to | server, ms median / worst | library alone | limit |',
  '| --- | --- | --- | --- |',
  ...rows,
].join('\n');
const about = `${times.server.analysis.length} files of 4 MB, one after the other; a thread had ${Math.round(worst.ms)} ms of the processor for one at most, and held ${Math.round(worst.memoryMb)} MB`;
console.log(`${table}\n\n${about}.`);
if (process.argv.includes('--write')) {
  const from =
    process.env.ECU_CORPUS === undefined ? 'built samples' : 'real dumps of a private collection, filled up to 4 MB';
  writeSection('DTC OFF: from a file to its codes and back', [
    `${new Date().toISOString().slice(0, 10)} · \`npm run bench -- dtc-off --write\` · Node ${process.versions.node}, ${availableParallelism()} cores, load average ${loadavg()[0]?.toFixed(1)} · ${from}`,
    `${about}. The table of codes comes with the analysis that is kept, so the server reads it from its database; the library looks at the file again.`,
    table,
  ]);
}
const late = steps.filter(([step]) => median(times.server[step]) > LIMITS_MS[step]);
for (const [step] of late) console.error(`${step} takes longer than ${LIMITS_MS[step]} ms`);
if (late.length > 0) process.exitCode = 1;
