// How long it takes from the last byte of a 4 MB file to its analysis, its codes and a generated file, over HTTP,
// compared with the same work by the library alone in the same run: npm run bench -- dtc-off [--write].
// ECU_CORPUS=FOLDER uses real dumps of 2 MB.
import { analyseFile } from '../../features/files/analysis/server/analyse-file.ts';
import { switchOffWithEvidence } from '../../features/files/analysis/server/switch-off-with-evidence.ts';
import { getDtcs, startServer, switchOff, upload, type Problem } from './dtc-off/calls.ts';
import { copyWithNumber, listBenchFiles, type BenchFile } from './dtc-off/files.ts';
import { headline, median, writeSection } from './write-section.ts';

const FILES = 8;
/** The fastest of this many rounds counts for each file, which excludes other work of the machine. */
const ROUNDS = 5;
/**
 * Limits as multiples of the library's time and, for `atOnce`, of the time of one file alone; `codesMs` for a table of
 * codes in milliseconds.
 */
const LIMITS = { analysis: 1.4, generation: 1.15, atOnce: 5, codesMs: 500 };

const server = await startServer();
const [token = ''] = server.tokens;
let serial = 0;
const copyOf = (file: BenchFile) => copyWithNumber(file, ++serial);

/** Measures a call from its last byte to the last byte of its response, and as `callMs` from its first byte. */
async function time<Reply extends { status: number; ms: number; body: Problem }>(call: () => Promise<Reply>) {
  let reply: Reply | undefined;
  const callMs = await measure(async () => {
    reply = await call();
  });
  if (reply?.status !== 200) throw new Error(`the server refused: ${reply?.body.message}`);
  return { ...reply, callMs };
}

const open = (file: BenchFile) => time(() => upload(server.url, token, file.bytes));
const generate = ({ body }: Session, { codes }: BenchFile) => time(() => switchOff(server.url, token, body, codes));
type Session = Awaited<ReturnType<typeof open>>;

async function measure(work: () => unknown): Promise<number> {
  const startedAt = performance.now();
  await work();
  return performance.now() - startedAt;
}

/** Measures work in this process, which only the library does here: elapsed and processor time in milliseconds. */
async function measureLibrary(work: () => unknown): Promise<{ ms: number; processorMs: number }> {
  const before = process.cpuUsage();
  const ms = await measure(work);
  const { user, system } = process.cpuUsage(before);
  return { ms, processorMs: (user + system) / 1000 };
}

/** Measures the server's processor time from the call to its response. */
async function measureServer<Result>(work: () => Promise<Result>): Promise<[Result, number]> {
  const before = await server.processor();
  const result = await work();
  return [result, (await server.processor()) - before];
}

type Round = Record<Figure, number>;
type Figure = (typeof FIGURES)[number];
const FIGURES = [
  'analysis',
  'analysisCall',
  'analysisProcessor',
  'codes',
  'generation',
  'generationCall',
  'generationProcessor',
  'libraryAnalysis',
  'libraryAnalysisProcessor',
  'libraryGeneration',
  'libraryGenerationProcessor',
] as const;

/** Alternates between server and library, so that both run under the same conditions. */
async function playRound(file: BenchFile): Promise<Round> {
  const copy = copyOf(file);
  const { bytes, codes } = copy;
  const [session, analysisProcessor] = await measureServer(() => open(copy));
  const analysis = await measureLibrary(() => analyseFile({ bytes }));
  const listed = await time(() => getDtcs(server.url, token, session.body));
  const [made, generationProcessor] = await measureServer(() => generate(session, copy));
  const generation = await measureLibrary(() => switchOffWithEvidence({ bytes, codes }));
  return {
    analysis: session.ms,
    analysisCall: session.callMs,
    analysisProcessor,
    codes: listed.ms,
    generation: made.ms,
    generationCall: made.callMs,
    generationProcessor,
    libraryAnalysis: analysis.ms,
    libraryAnalysisProcessor: analysis.processorMs,
    libraryGeneration: generation.ms,
    libraryGenerationProcessor: generation.processorMs,
  };
}

/** Sends all files at once and measures from the first byte to the end of the last response. */
async function playAtOnce(files: readonly BenchFile[]) {
  const copies = files.map(copyOf);
  let sessions: Session[] = [];
  const analysis = await measure(async () => {
    sessions = await Promise.all(copies.map(open));
  });
  const generation = await measure(() =>
    Promise.all(copies.map((copy, index) => generate(sessions[index] as Session, copy))),
  );
  return { analysis, generation };
}

async function times<Result>(count: number, work: () => Promise<Result>): Promise<Result[]> {
  const results: Result[] = [];
  for (let round = 0; round < count; round += 1) results.push(await work());
  return results;
}

const fastest = <Key extends string>(rounds: readonly Record<Key, number>[], key: Key) =>
  Math.min(...rounds.map((round) => round[key]));

const files = listBenchFiles(FILES);
const [firstFile] = files;
if (firstFile === undefined) throw new Error('there is no file of which a code can be switched off');
const first = await playRound(firstFile);
const rounds: Round[][] = [];
for (const file of files) rounds.push(await times(ROUNDS, () => playRound(file)));
const atOnce = await times(ROUNDS, () => playAtOnce(files));
const { worst } = await server.figures();
await server.stop();

const typical = (key: keyof Round) => median(rounds.map((one) => fastest(one, key)));
const steps = [
  { step: 'analysis', library: 'libraryAnalysis', name: 'analysis, with one code tried out' },
  { step: 'generation', library: 'libraryGeneration', name: 'generated file, checked, charged and sent' },
] as const;
const rows = steps.map(({ step, name, library }) => {
  const [one, alone, many] = [typical(step), typical(library), fastest(atOnce, step)];
  const [used, usedAlone] = [typical(`${step}Processor`), typical(`${library}Processor`)];
  return {
    step,
    name,
    one,
    alone,
    many,
    used,
    usedAlone,
    first: first[step],
    ratio: one / alone,
    ofOne: many / typical(`${step}Call`),
  };
});

const ms = (value: number) => String(Math.round(value));
const cellsOf = ({ step, name, one, alone, used, usedAlone, many, ...row }: (typeof rows)[number]) => [
  name,
  `${ms(one)} / ${ms(alone)}`,
  `${row.ratio.toFixed(2)} (${LIMITS[step]})`,
  `${ms(used)} / ${ms(usedAlone)} = ${(used / usedAlone).toFixed(2)}`,
  ms(row.first),
  ms(many),
  `${row.ofOne.toFixed(2)} (${LIMITS.atOnce})`,
];
const table = [
  `| From the last byte to | server / library alone, ms | times the library (limit) | the same, ms of the processor | first after the start, ms | ${files.length} whole calls at once, ms | times one call (limit) |`,
  '| --- | --- | --- | --- | --- | --- | --- |',
  ...rows.map((row) => `| ${cellsOf(row).join(' | ')} |`),
].join('\n');
const about = `${files.length} files of 4 MB, the fastest of ${ROUNDS} rounds of each and the median of these. The library does the same work in one process: for an analysis it reads the file and tries one code out, for a generated file it analyses before and after, compares, and hashes both. The server does it in a thread beside storage, database, signature and 4 MB over HTTP; its time of the processor includes receiving the file. On a machine with other work the times on the wall are those of a queue, and the ones of the processor still compare. A table of codes takes ${ms(typical('codes'))} ms. A thread had ${ms(worst.ms)} ms of the processor for one file at most, and held ${ms(worst.memoryMb)} MB.`;
console.log(`${table}\n\n${about}`);
if (process.argv.includes('--write')) {
  const from =
    process.env.ECU_CORPUS === undefined ? 'built samples' : 'real dumps of a private collection, filled up to 4 MB';
  writeSection('DTC OFF: from a file to its codes and back', [
    `${headline('npm run bench -- dtc-off --write')} · ${from}`,
    about,
    table,
  ]);
}

const missed = [
  ...rows.filter(({ step, ratio }) => ratio > LIMITS[step]).map(({ name }) => `${name}: too long beside the library`),
  ...rows.filter(({ ofOne }) => ofOne > LIMITS.atOnce).map(({ name }) => `${name}: too long for many at once`),
  ...(typical('codes') > LIMITS.codesMs ? [`the table of codes takes longer than ${LIMITS.codesMs} ms`] : []),
];
for (const line of missed) console.error(line);
if (missed.length > 0) process.exitCode = 1;
