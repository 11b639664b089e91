// What a second web process adds: replies per second of one process on one core, and of two on two cores behind
// HAProxy.
// npm run bench -- web-processes [--rounds=5] [--write]; run it once as root, to install HAProxy and wrk from Debian's
// packages.
import { spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Daemon } from '../cluster/daemon.ts';
import { installPackages, versionOf } from '../debian-packages.ts';
import { freePort } from '../../server/testing/free-port.ts';
import { endServer, forkServer, processorMs, withBenchDatabase, type Server } from './bench-portal.ts';
import { fillWorld, type World } from './load-world.ts';
import { headline, markdownTable, writeSection } from './write-section.ts';

const CUSTOMERS = 500;
const CONNECTIONS = 64;
const SECONDS = 8;
const WARM_SECONDS = 3;
const ROUNDS = Number(process.argv.find((word) => word.startsWith('--rounds='))?.split('=')[1] ?? 5);
const SECRET = 'only-for-the-bench-only-for-the-bench';
const AIM = 1.5;

/** Share of file polls: pages poll the file every three seconds and the account every five. */
const SHARE_OF_FILES = 5 / 8;

interface Poll {
  path: string;
  token: string;
  etag: string;
}

/** Learns the ETags that a page has after its first poll; from then on nothing has changed. */
async function learnPolls({ url }: Server, { customers }: World): Promise<Poll[]> {
  const polls: Poll[] = [];
  for (const [at, { token, fileId }] of customers.entries()) {
    const path = (at % 8) / 8 < SHARE_OF_FILES ? `/api/files/${fileId}` : '/api/users/my';
    const reply = await fetch(url + path, { headers: { authorization: `Bearer ${token}` } });
    await reply.arrayBuffer();
    polls.push({ path, token, etag: reply.headers.get('etag') ?? '' });
  }
  return polls;
}

/** Writes the wrk script that sends the polls in mixed order: one line of Lua for each request. */
function scriptOf(polls: readonly Poll[]): string {
  const requests = polls.map(
    ({ path, token, etag }) =>
      `wrk.format('GET', '${path}', { authorization = 'Bearer ${token}', ['if-none-match'] = '${etag}' }),`,
  );
  return `local requests
function init() requests = {\n${requests.join('\n')}\n} end
local at = 0
function request() at = at % #requests + 1; return requests[at] end
function done(summary, latency)
  local e = summary.errors
  print('RESULT', summary.requests, summary.duration, summary.bytes, e.connect + e.read + e.write + e.timeout, e.status, latency:percentile(50), latency:percentile(99))
end`;
}

interface Proxied {
  port: number;
  daemon: Daemon;
  servers: readonly Server[];
}

const sum = (values: readonly number[]) => values.reduce((all, value) => all + value, 0);

interface Load {
  perSecond: number;
  bytesEach: number;
  /** Processor time of the web processes per reply, in microseconds. */
  webMicros: number;
  failures: number;
  p50: number;
  p99: number;
}

/** Runs wrk in a separate process; `core` null: on any free core. */
function load(
  { port, servers }: Proxied,
  script: string,
  { seconds, core }: { seconds: number; core: number | null },
): Load {
  const before = sum(servers.map(processorMs));
  const pinned = core === null ? [] : ['taskset', '-c', String(core)];
  const words = [
    'wrk',
    '-t',
    '1',
    '-c',
    String(CONNECTIONS),
    '-d',
    `${seconds}s`,
    '-s',
    script,
    `http://127.0.0.1:${port}/`,
  ];
  const [command = '', ...rest] = [...pinned, ...words];
  const { stdout, stderr } = spawnSync(command, rest, { encoding: 'utf8' });
  const figures = /^RESULT\s+(.*)$/m.exec(stdout)?.[1]?.split(/\s+/).map(Number);
  if (figures === undefined) throw new Error(`wrk reported nothing: ${stdout}${stderr}`);
  const [requests = 0, micros = 1, bytes = 0, broken = 0, refused = 0, p50 = 0, p99 = 0] = figures;
  const bytesEach = bytes / requests;
  const webMicros = ((sum(servers.map(processorMs)) - before) * 1000) / requests;
  return {
    perSecond: requests / (micros / 1e6),
    bytesEach,
    webMicros,
    failures: broken + refused,
    p50: p50 / 1000,
    p99: p99 / 1000,
  };
}

const settingsOf = (port: number, servers: readonly Server[]) => `
global
  maxconn 1000
  nbthread 1
defaults
  mode http
  timeout connect 3s
  timeout client 60s
  timeout server 120s
listen portal
  bind 127.0.0.1:${port}
  balance leastconn
  option forwardfor
  option httpchk GET /api/health/ready
${servers.map(({ url }, at) => `  server web${at + 1} ${new URL(url).host} check`).join('\n')}
`;

async function startProxy(folder: string, servers: readonly Server[]): Promise<Proxied> {
  const port = await freePort();
  const settings = join(folder, `haproxy-${port}.cfg`);
  writeFileSync(settings, settingsOf(port, servers));
  const words = ['-db', '-f', settings];
  const daemon = new Daemon({ name: 'HAProxy', path: 'haproxy', words, logFile: join(folder, 'haproxy.log') });
  daemon.start();
  for (let tries = 0; tries < 100; tries += 1) {
    const status = await fetch(`http://127.0.0.1:${port}/api/health/ready`).then(
      (reply) => reply.status,
      () => 0,
    );
    if (status === 200) return { port, daemon, servers };
    await sleep(50);
  }
  throw new Error(`HAProxy does not start: ${daemon.readLog()}`);
}

/** Pins all threads of a process to a core, including those started later. */
function pin(id: number | undefined, core: number): void {
  const { status, stderr } = spawnSync('taskset', ['-a', '-c', '-p', String(core), String(id)], { encoding: 'utf8' });
  if (status !== 0) throw new Error(stderr);
}

async function startWeb(databaseUrl: string, dataDir: string): Promise<Server> {
  const server = await forkServer(databaseUrl, dataDir, { ROLE: 'web', SESSION_SECRET: SECRET, CALLS_PER_MINUTE: '0' });
  await server.ready;
  return server;
}

const rowOf = (name: string, loads: readonly Load[]) => {
  const { perSecond, bytesEach, webMicros, p50, p99 } = medianOf(loads);
  const failures = sum(loads.map((one) => one.failures));
  return `| ${name} | ${perSecond.toFixed(0)} | ${bytesEach.toFixed(0)} | ${webMicros.toFixed(0)} | ${p50.toFixed(1)} | ${p99.toFixed(1)} | ${failures} |`;
};

const medianOf = (loads: readonly Load[]) =>
  loads.toSorted((one, other) => one.perSecond - other.perSecond)[Math.floor(loads.length / 2)] as Load;

async function measure(databaseUrl: string, folder: string): Promise<void> {
  const dataDir = join(folder, 'portal');
  mkdirSync(dataDir);
  const [first, second] = [await startWeb(databaseUrl, dataDir), await startWeb(databaseUrl, dataDir)];
  const script = join(folder, 'polls.lua');
  const world = await fillWorld({ databaseUrl, dataDir, sessionSecret: SECRET }, CUSTOMERS);
  writeFileSync(script, scriptOf(await learnPolls(first, world)));
  const [one, two] = [await startProxy(folder, [first]), await startProxy(folder, [first, second])];
  pin(first.child.pid, 0);
  pin(second.child.pid, 1);
  pin(one.daemon.id, 0);
  const [alone, together]: [Load[], Load[]] = [[], []];
  for (const proxy of [one, two]) load(proxy, script, { seconds: WARM_SECONDS, core: null });
  for (let round = 0; round < ROUNDS; round += 1) {
    alone.push(load(one, script, { seconds: SECONDS, core: 0 }));
    together.push(load(two, script, { seconds: SECONDS, core: null }));
  }
  for (const { daemon } of [one, two]) await daemon.stop();
  for (const server of [first, second]) await endServer(server);
  report(alone, together);
}

function report(alone: readonly Load[], together: readonly Load[]): void {
  const table = markdownTable(
    ['', 'replies/s', 'bytes of each', 'processor of the web processes for each, µs', 'p50, ms', 'p99, ms', 'failed'],
    [
      rowOf('one web process on one core, with HAProxy and wrk', alone),
      rowOf('two on two cores, with HAProxy and wrk', together),
    ],
  );
  const ratio = medianOf(together).perSecond / medianOf(alone).perSecond;
  const byProcessor = (2 * medianOf(alone).webMicros) / medianOf(together).webMicros;
  const words = `Two on two cores serve ${ratio.toFixed(2)} times as many as one on one (aim: ${AIM}); by the processor time that a reply takes of the web processes it would be ${byProcessor.toFixed(2)} times. A web process is bound to its core; HAProxy and wrk share the core, or both. Each figure is the median of ${ROUNDS} runs of ${SECONDS} s, taken in turn, of the polls of ${CUSTOMERS} customers for whom nothing has changed, over ${CONNECTIONS} connections; HAProxy ${versionOf('haproxy')}, wrk ${versionOf('wrk')}.`;
  console.log(`${table}\n\n${words}`);
  if (!process.argv.includes('--write')) return;
  writeSection('Two web processes', [headline('npm run bench -- web-processes --write'), table, words]);
}

installPackages(['haproxy', 'wrk', 'util-linux']);
await withBenchDatabase(measure);
