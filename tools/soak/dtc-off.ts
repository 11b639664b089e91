// Sends damaged files through upload, analysis, codes and generation of a running server:
// npm run soak -- dtc-off [--minutes 60] [--files 10000] [--seed 1] [--from 0] [--write]
// With ECU_CORPUS set the files are damaged copies of real dumps, otherwise of the built samples.
import { writeSection } from '../bench/write-section.ts';
import { damage } from './ecu/damage.ts';
import { randomFrom } from './ecu/random.ts';
import { listSources } from './ecu/sources.ts';
import { makeBomb } from './dtc-off/bombs.ts';
import { mend } from './dtc-off/mend.ts';
import { getDtcs, startServer, switchOff, upload } from './dtc-off/portal.ts';
import { MEMORY_LIMIT_MB, readSoakOptions, TIME_LIMIT_MS } from './options.ts';

const values = readSoakOptions('10000');
const STALL_LIMIT_MS = 50;
const AT_ONCE = 3;
/** The bytes of paid sessions are removed after this many files, to limit the use of the disk. */
const FORGET_EVERY = 200;
const ONE_IN_BOMBS = 40;
const MENDED_SHARE = 0.7;

const endsAt = Date.now() + Number(values.minutes) * 60_000;
const first = Number(values.from);
const faults: string[] = [];
const outcomes = new Map<string, number>();
const sources = listSources();
const server = await startServer();
let next = first;
let files = 0;

function fault(file: number, reason: string): void {
  faults.push(`file ${file}: ${reason}`);
  console.log(faults.at(-1));
}

const count = (outcome: string) => outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1);

/**
 * Sends one file through all steps like a browser. Every refusal is a valid response; anything else but success is a
 * fault.
 */
async function tryFile(file: number, token: string): Promise<string> {
  const random = randomFrom(Number(values.seed) * 1_000_003 + file);
  const pick = () => (sources[Math.floor(random() * sources.length)] as () => Uint8Array)();
  const isBomb = file % ONE_IN_BOMBS === ONE_IN_BOMBS - 1;
  const damaged = isBomb ? makeBomb(random) : damage(pick(), pick, random);
  const bytes = !isBomb && random() < MENDED_SHARE ? mend(damaged) : damaged;
  const uploaded = await upload(server.url, token, bytes);
  if (bytes.length === 0) return uploaded.status === 400 ? 'empty' : `upload of nothing: ${uploaded.status}`;
  if (uploaded.status !== 200) return `upload: ${uploaded.status} ${uploaded.body.message}`;
  if (isBomb) return uploaded.body.canGenerate ? 'a bomb can be generated from' : 'bomb';
  if (uploaded.body.ecuinfo.ecuId === null) return uploaded.body.fileident === 'OK' ? 'unknown' : 'no dump';
  const listed = await getDtcs(server.url, token, uploaded.body);
  if (listed.status !== 200) return `get-dtcs: ${listed.status} ${listed.body.message}`;
  if (!listed.body.canGenerate) return 'nothing to make';
  const free = listed.body.dtcTable.filter(({ status, locked }) => status === 'ON' && locked === null);
  const codes = free
    .map(({ dtc }) => dtc)
    .sort(() => random() - 0.5)
    .slice(0, 3);
  const made = await switchOff(server.url, token, uploaded.body, codes);
  if (made.status === 400 && made.body.code === 'dtc-off.not_generated') return 'refused by its own check';
  if (made.status !== 200) return `dtc-off: ${made.status} ${made.body.message}`;
  if (made.bytes.length !== bytes.length) return `dtc-off: ${made.bytes.length} bytes of ${bytes.length}`;
  return 'generated';
}

const GOOD = new Set([
  'empty',
  'bomb',
  'unknown',
  'no dump',
  'nothing to make',
  'refused by its own check',
  'generated',
]);

const last = first + Number(values.files);
const goesOn = () => Date.now() < endsAt && next < last && !server.hasEnded();

async function work(token: string, until: number): Promise<void> {
  while (goesOn() && next < until) {
    const file = next;
    next += 1;
    const outcome = await tryFile(file, token).catch((error: unknown) => String(error));
    if (!GOOD.has(outcome)) fault(file, outcome);
    count(GOOD.has(outcome) ? outcome : 'fault');
    files += 1;
  }
}

// Each worker has its own token, so that none removes a session that another is about to use.
while (goesOn()) {
  const until = next + FORGET_EVERY;
  await Promise.all(server.tokens.slice(0, AT_ONCE).map((token) => work(token, until)));
  if (!server.hasEnded()) await server.forget();
}
if (server.hasEnded()) throw new Error(`the server ended at file ${next}`);
const { stallMs, worst, ledgerFaults } = await server.figures();
await server.stop();
for (const finding of ledgerFaults) fault(next, finding);
if (worst.ms > TIME_LIMIT_MS) fault(next, `the slowest took ${Math.round(worst.ms)} ms`);
if (worst.memoryMb > MEMORY_LIMIT_MB) fault(next, `a thread held ${Math.round(worst.memoryMb)} MB`);
if (stallMs > STALL_LIMIT_MS) fault(next, `the server stood still for ${Math.round(stallMs)} ms`);

const summary = `${files} files with seed ${values.seed} through upload, codes and generation: ${faults.length} faults; the slowest took ${Math.round(worst.ms)} ms of the processor and a thread held ${Math.round(worst.memoryMb)} MB at most; the server itself stood still for ${Math.round(stallMs)} ms of the processor at most; the ledger adds up. ${[...outcomes].map(([name, number]) => `${name}: ${number}`).join(', ')}.`;
console.log(summary);
if (values.write) {
  const from = process.env.ECU_CORPUS === undefined ? 'the built samples' : 'real dumps of a private collection';
  writeSection('DTC OFF under damaged files', [
    `${new Date().toISOString().slice(0, 10)} · \`npm run soak -- dtc-off --files ${values.files} --minutes ${values.minutes} --seed ${values.seed} --write\` · damaged copies of ${from}; one in ${ONE_IN_BOMBS} is an archive that unpacks to gigabytes`,
    summary,
  ]);
}
process.exitCode = faults.length > 0 || files === 0 ? 1 : 0;
