// Thousands of open browsers: polls per second and the delay of their replies, the server's CPU and memory, also while
// files are uploaded.
// npm run bench -- load [--short] [--customers=10000] [--minutes=10] [--write]; about three minutes, plus `--minutes`.
import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { randomBytes } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { VEHICLE } from '../../features/files/files.factory.ts';
import { memoryMb, processorMs, withBenchPortal, type Server } from './bench-portal.ts';
import type { Customer, Order, PollResult, Report } from './load-customers.ts';
import { fillWorld, type World } from './load-world.ts';
import { headline, writeSection } from './write-section.ts';

const isShort = process.argv.includes('--short');
const readNumber = (option: string, usual: number) =>
  Number(process.argv.find((value) => value.startsWith(`--${option}=`))?.split('=')[1] ?? usual);
const MINUTES = readNumber('minutes', 0);
const CUSTOMERS = readNumber('customers', isShort ? 1000 : 10_000);
/** 4 000 polls a second: each customer polls once every three seconds and once every five seconds. */
const POLLING_CUSTOMERS = 0.75 * CUSTOMERS;
const SECONDS = isShort ? 5 : 20;
/** Polls use persistent connections, like those of a proxy; each stream has its own. */
const LINES = 1000;
const UPLOADS = 20;
const UPLOAD_BYTES = 20_000_000;
const SECRET = 'only-for-the-bench-only-for-the-bench';

interface Browsers {
  child: ChildProcess;
  /** Aborted when the process has ended. */
  ended: AbortSignal;
}

function startBrowsers(): Browsers {
  const child = fork(fileURLToPath(new URL('load-customers.ts', import.meta.url)), { execArgv: [] });
  const ending = new AbortController();
  child.once('exit', () => ending.abort(new Error('the browsers ended')));
  return { child, ended: ending.signal };
}

async function order({ child, ended }: Browsers, what: Order): Promise<Report> {
  child.send(what);
  const [report] = (await once(child, 'message', { signal: ended })) as [Report];
  return report;
}

interface Phase {
  name: string;
  result: PollResult;
  /** CPU use as a share of one core. */
  cpu: number;
  cpuMicrosecondsPerPoll: number;
  memory: number;
}

interface Polled {
  customers: number;
  seconds: number;
}

async function poll(browsers: Browsers, server: Server, name: string, polled: Polled): Promise<Phase> {
  const [cpuBefore, startedAt] = [processorMs(server), performance.now()];
  const result = (await order(browsers, { what: 'poll', ...polled })) as PollResult;
  const used = (processorMs(server) - cpuBefore) / 1000;
  const phase = {
    name,
    result,
    cpu: used / ((performance.now() - startedAt) / 1000),
    cpuMicrosecondsPerPoll: (used * 1_000_000) / result.polls,
    memory: memoryMb(server),
  };
  console.log(renderRow(phase));
  return phase;
}

const renderRow = ({ name, result, cpu, cpuMicrosecondsPerPoll, memory }: Phase) =>
  `| ${name} | ${result.perSecond.toFixed(0)} | ${result.p50.toFixed(1)} | ${result.p99.toFixed(1)} | ${result.longest.toFixed(0)} | ${((100 * result.read) / (result.read + result.unchanged)).toFixed(1)} % | ${failuresOf(result)} | ${(100 * cpu).toFixed(0)} % | ${cpuMicrosecondsPerPoll.toFixed(0)} | ${memory.toFixed(0)} |`;

/** Formats the number of failures by status; 0 is a broken connection. */
const failuresOf = ({ failures }: PollResult) =>
  failures.length === 0 ? '0' : failures.map(([status, count]) => `${count} × ${status}`).join(', ');

const HEAD =
  '| Load | polls/s | p50, ms | p99, ms | longest, ms | read | failed | CPU of one core | CPU per poll, µs | memory, MB |\n| --- | --- | --- | --- | --- | --- | --- | --- | --- | --- |';

/** Uploads for many customers at once, repeatedly until `isOver`; returns the number of uploads. */
async function uploadUntil(server: Server, { customers, solutionId }: World, isOver: () => boolean): Promise<number> {
  const file = new Blob([randomBytes(UPLOAD_BYTES)]);
  let uploads = 0;
  const uploader = async ({ token }: Customer) => {
    while (!isOver()) {
      const form = new FormData();
      form.append('file', file, 'load.bin');
      form.append('jsonData', JSON.stringify({ ...VEHICLE, solution_ids: [solutionId] }));
      const headers = { authorization: `Bearer ${token}` };
      const reply = await fetch(`${server.url}/api/files`, { method: 'POST', headers, body: form });
      await reply.arrayBuffer();
      if (reply.status !== 201) throw new Error(`an upload was replied with ${reply.status}`);
      uploads += 1;
    }
  };
  await Promise.all(customers.slice(-UPLOADS).map(uploader));
  return uploads;
}

async function measure(databaseUrl: string, server: Server): Promise<void> {
  const place = { databaseUrl, dataDir: server.dataDir, sessionSecret: SECRET };
  const world = await fillWorld(place, CUSTOMERS);
  console.log(HEAD);

  const browsers = startBrowsers();
  const port = Number(new URL(server.url).port);
  await order(browsers, { what: 'begin', port, customers: world.customers, lines: LINES });
  await order(browsers, { what: 'learn' });
  const fewer = { customers: POLLING_CUSTOMERS, seconds: SECONDS };
  const phases = [await poll(browsers, server, `${POLLING_CUSTOMERS} customers poll`, fewer)];

  const { streams } = (await order(browsers, { what: 'open streams' })) as { streams: number };
  const all = { customers: CUSTOMERS, seconds: SECONDS };
  phases.push(await poll(browsers, server, `${CUSTOMERS} poll, ${streams} with an open stream`, all));
  for (let minute = 1; minute <= MINUTES; minute += 1) {
    phases.push(await poll(browsers, server, `the same, minute ${minute}`, { ...all, seconds: 60 }));
  }

  let isOver = false;
  const uploading = uploadUntil(server, world, () => isOver);
  const name = `${POLLING_CUSTOMERS} poll, ${UPLOADS} uploads of 20 MB at once`;
  phases.push(await poll(browsers, server, name, { ...fewer, seconds: SECONDS / 2 }));
  isOver = true;
  const uploads = await uploading;
  const after = (await order(browsers, { what: 'count' })) as { streams: number };
  browsers.child.disconnect();
  console.log(`\n${uploads} uploads; ${after.streams} streams at the end`);
  if (process.argv.includes('--write')) write(phases, uploads);
}

function write(phases: readonly Phase[], uploads: number): void {
  writeSection('Open browsers', [
    headline('npm run bench -- load --write'),
    `Each customer polls a file every three seconds and the account every five, with a tenth of variation, over ${LINES} connections that stay open; the customers, their browsers and PostgreSQL are on the same machine. A reply is as late as its poll was due. "Read" is the share that was no 304; CPU and memory are the server process's, ${uploads} files of 20 MB were uploaded in the last line.`,
    `${HEAD}\n${phases.map(renderRow).join('\n')}`,
  ]);
}

await withBenchPortal(measure, { SESSION_SECRET: SECRET });
