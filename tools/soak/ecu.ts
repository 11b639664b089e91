// Analyses damaged control unit files:
// npm run soak -- ecu [--minutes 60] [--files 10000] [--seed 1] [--from 0] [--write]
// With ECU_CORPUS set the files are damaged copies of real dumps, otherwise of the built samples.
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { writeSection } from '../bench/write-section.ts';
import type { Progress, Task } from './ecu/damage-and-analyse.ts';

const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '60' },
    files: { type: 'string', default: 'Infinity' },
    seed: { type: 'string', default: '1' },
    /** Number of the first file; a fault can be reproduced by its file's number. */
    from: { type: 'string', default: '0' },
    write: { type: 'boolean', default: false },
  },
});
/** Limits for one damaged file. */
const TIME_LIMIT_MS = 5000;
const MEMORY_LIMIT_MB = 256;
/** Elapsed time on a busy machine that only a file whose analysis never ends can take. */
const TIMEOUT_MS = 60_000;
const endsAt = Date.now() + Number(values.minutes) * 60_000;
const count = Number(values.files);

const faults: string[] = [];
function report(fault: string): void {
  faults.push(fault);
  console.log(fault);
}
let files = 0;
let worstMs = 0;
let worstPeakMb = 0;
let lastReportAt = 0;
const outcomes = new Map<string, number>();

/** Runs a child until it has done its share, has failed or hangs; returns the number of the next file. */
async function runFrom(first: number): Promise<number> {
  const child = fork(fileURLToPath(new URL('ecu/damage-and-analyse.ts', import.meta.url)), {
    execArgv: [`--max-old-space-size=${MEMORY_LIMIT_MB}`, '--max-semi-space-size=4', '--expose-gc'],
    // Returns freed memory to the system at once; otherwise the remains of thousands of files would count for each of
    // them.
    env: { ...process.env, MALLOC_ARENA_MAX: '2', MALLOC_MMAP_THRESHOLD_: '65536', MALLOC_TRIM_THRESHOLD_: '65536' },
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  let next = first;
  let startedAt = Date.now();
  const watch = setInterval(() => {
    if (Date.now() - startedAt <= TIMEOUT_MS) return;
    report(`file ${next}: no answer after ${TIMEOUT_MS} ms`);
    child.kill('SIGKILL');
  }, 500);
  child.on('message', (progress: Progress) => {
    if (progress.kind === 'fault') report(`file ${progress.file}: ${progress.reason}`);
    if (progress.ms > TIME_LIMIT_MS) report(`file ${progress.file}: ${Math.round(progress.ms)} ms`);
    if (progress.peakMb > MEMORY_LIMIT_MB) report(`file ${progress.file}: ${Math.round(progress.peakMb)} MB`);
    files += 1;
    next = progress.file + 1;
    startedAt = Date.now();
    worstMs = Math.max(worstMs, progress.ms);
    worstPeakMb = Math.max(worstPeakMb, progress.peakMb);
    outcomes.set(progress.outcome, (outcomes.get(progress.outcome) ?? 0) + 1);
    if (Date.now() > endsAt || files >= count) child.kill('SIGTERM');
    if (Date.now() - lastReportAt > 60_000) {
      lastReportAt = Date.now();
      console.log(`${files} files, worst ${Math.round(worstMs)} ms, ${faults.length} faults`);
    }
  });
  child.send({ seed: Number(values.seed), first } satisfies Task);
  const [code, signal] = (await once(child, 'exit')) as [number | null, NodeJS.Signals | null];
  clearInterval(watch);
  if (code !== 0 && signal === null) report(`file ${next}: the process ended with ${code}`);
  return next + (code !== 0 || signal === 'SIGKILL' ? 1 : 0);
}

let next = Number(values.from);
while (Date.now() < endsAt && files < count) next = await runFrom(next);

const summary = `${files} damaged files with seed ${values.seed}: ${faults.length} faults; slowest ${Math.round(worstMs)} ms of the processor; the process never held more than ${Math.round(worstPeakMb)} MB. ${[...outcomes].map(([name, number]) => `${name}: ${number}`).join(', ')}.`;
console.log(summary);
if (values.write) {
  const from = process.env.ECU_CORPUS === undefined ? 'the built samples' : 'real dumps of a private collection';
  writeSection('ECU library under damaged files', [
    `${new Date().toISOString().slice(0, 10)} · \`npm run soak -- ecu --minutes ${values.minutes} --write\` · damaged copies of ${from}, damaged where the format has its numbers as well as anywhere`,
    summary,
  ]);
}
process.exitCode = faults.length > 0 || files === 0 ? 1 : 0;
