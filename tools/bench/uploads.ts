// How long twenty uploads of 20 MB at once take, compared in alternating rounds with a bare `node:http` server that
// writes each body to a file; and the server's processor time and memory.
// npm run bench -- uploads [--rounds=5] [--write]; about a minute.
import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { VEHICLE } from '../../features/files/files.factory.ts';
import { memoryMb, processorMs, withBenchPortal, type Server } from './bench-portal.ts';
import { fillWorld, type World } from './load-world.ts';
import { UPLOAD_BYTES, type UploadOrder, type UploadReport } from './upload-clients.ts';
import { headline, markdownTable, median, writeSection } from './write-section.ts';

const ROUNDS = Number(process.argv.find((word) => word.startsWith('--rounds='))?.slice('--rounds='.length) ?? 5);
const UPLOADS = 20;
const SECRET = 'only-for-the-bench-only-for-the-bench';
const BOUNDARY = 'bench-boundary';
const SAMPLE_EVERY_MS = 20;
const MAX_REST_MS = 60_000;
const MINUTE_MS = 60_000;

interface Rival {
  name: 'Tunedesk' | 'bare' | 'bare, flushed';
  server: Server;
  order: UploadOrder;
  /** Memory before its first upload. */
  startMb: number;
}

interface Stage {
  portal: Server;
  clients: ChildProcess;
}

interface Figures {
  seconds: number[];
  /** Processor time until the last reply: of all threads, and of the one that serves all calls. */
  processorMs: number[];
  mainMs: number[];
  /** Peak memory during the uploads, above what the server used before its first one. */
  growthMb: number[];
}

const TICK_MS = 10;

function mainThreadMs({ child: { pid } }: Server): number {
  const fields = readFileSync(`/proc/${pid}/task/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
  return (Number(fields[11]) + Number(fields[12])) * TICK_MS;
}

const startScript = (file: string, ...args: string[]) =>
  fork(fileURLToPath(new URL(file, import.meta.url)), args, { execArgv: [] });

async function startBare(dataDir: string): Promise<Server> {
  const child = startScript('bare-upload-server.ts', join(dataDir, 'bare'));
  const [{ port }] = (await once(child, 'message')) as [{ port: number }];
  return { url: `http://127.0.0.1:${port}`, dataDir, child };
}

function listRivals(portal: Server, bare: Server, { customers, solutionId }: World): Rival[] {
  const tokens = customers.map(({ token }) => token);
  const part = (name: string) => `--${BOUNDARY}\r\ncontent-disposition: form-data; name="${name}"`;
  const vehicle = JSON.stringify({ ...VEHICLE, solution_ids: [solutionId] });
  const form: UploadOrder = {
    port: Number(new URL(portal.url).port),
    path: '/api/files',
    headers: [`content-type: multipart/form-data; boundary=${BOUNDARY}`],
    tokens,
    before: `${part('jsonData')}\r\n\r\n${vehicle}\r\n${part('file')}; filename="load.bin"\r\n\r\n`,
    after: `\r\n--${BOUNDARY}--\r\n`,
  };
  const order = { ...form, port: Number(new URL(bare.url).port), tokens: tokens.map(() => '') };
  return [
    { name: 'Tunedesk', server: portal, order: form, startMb: memoryMb(portal) },
    { name: 'bare', server: bare, order: { ...order, path: '/' }, startMb: memoryMb(bare) },
    { name: 'bare, flushed', server: bare, order: { ...order, path: '/flushed' }, startMb: memoryMb(bare) },
  ];
}

/** Waits until the uploads are identified, so that the next round starts on an idle server. */
async function waitUntilIdle(server: Server): Promise<void> {
  const endsAt = performance.now() + MAX_REST_MS;
  for (let before = -1; before !== processorMs(server);) {
    if (performance.now() > endsAt) throw new Error(`the server is still busy after ${MAX_REST_MS} ms`);
    before = processorMs(server);
    await sleep(500);
  }
}

async function uploadAll(
  { server, order, name, startMb }: Rival,
  { portal, clients }: Stage,
  figures: Figures,
): Promise<void> {
  await waitUntilIdle(portal);
  emptyFolders(portal.dataDir);
  const [usedBefore, mainBefore] = [processorMs(server), mainThreadMs(server)];
  let mostMb = 0;
  const sampling = setInterval(() => {
    mostMb = Math.max(mostMb, memoryMb(server));
  }, SAMPLE_EVERY_MS);
  clients.send(order);
  const [{ seconds, failures }] = (await once(clients, 'message')) as [UploadReport];
  clearInterval(sampling);
  if (failures.length > 0) throw new Error(`uploads to ${name} were replied with ${failures.join(', ')}`);
  figures.seconds.push(seconds);
  figures.processorMs.push(processorMs(server) - usedBefore);
  figures.mainMs.push(mainThreadMs(server) - mainBefore);
  figures.growthMb.push(mostMb - startMb);
}

const emptyFigures = (): Figures => ({ seconds: [], processorMs: [], mainMs: [], growthMb: [] });

async function measure(databaseUrl: string, portal: Server): Promise<void> {
  const bare = await startBare(portal.dataDir);
  const world = await fillWorld({ databaseUrl, dataDir: portal.dataDir, sessionSecret: SECRET }, UPLOADS);
  const rivals = listRivals(portal, bare, world);
  const stage = { portal, clients: startScript('upload-clients.ts') };
  // A warm-up round that is not counted.
  for (const rival of rivals) await uploadAll(rival, stage, emptyFigures());
  const of = { Tunedesk: emptyFigures(), bare: emptyFigures(), 'bare, flushed': emptyFigures() };
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const rival of round % 2 === 0 ? rivals : rivals.toReversed()) {
      await uploadAll(rival, stage, of[rival.name]);
      const { seconds, processorMs: used, mainMs, growthMb } = of[rival.name];
      console.log(
        `${rival.name}: ${seconds.at(-1)?.toFixed(2)} s, ${used.at(-1)} ms of the processor (main thread ${mainMs.at(-1)}), + ${growthMb.at(-1)?.toFixed(0)} MB`,
      );
    }
  }
  await sleep(MINUTE_MS);
  console.log(`a minute after the last upload the portal has ${memoryMb(portal).toFixed(0)} MB`);
  stage.clients.disconnect();
  bare.child.disconnect();
  const table = renderTable(of);
  console.log(`\n${table}`);
  if (process.argv.includes('--write')) write(table);
}

/** Each round starts with the same disk and system memory; files left behind would take some of both. */
function emptyFolders(dataDir: string): void {
  for (const folder of [join(dataDir, 'bare'), join(dataDir, 'files', 'objects')]) {
    for (const name of readdirSync(folder)) rmSync(join(folder, name), { recursive: true });
  }
}

function renderTable(of: Record<Rival['name'], Figures>): string {
  const renderRow = ([name, { seconds, processorMs: used, mainMs, growthMb }]: [string, Figures]) => {
    const ratios = seconds.map((value, round) => value / (of.Tunedesk.seconds[round] as number));
    const ratio = `${median(ratios).toFixed(2)} (${Math.min(...ratios).toFixed(2)} to ${Math.max(...ratios).toFixed(2)})`;
    const speed = (UPLOADS * UPLOAD_BYTES) / 1_000_000 / median(seconds);
    return `| ${name} | ${speed.toFixed(0)} | ${name === 'Tunedesk' ? '' : ratio} | ${median(used).toFixed(0)} | ${median(mainMs).toFixed(0)} | ${Math.max(...growthMb).toFixed(0)} |`;
  };
  return markdownTable(
    ['Server', 'MB/s', 'Tunedesk beside it', 'processor, ms', 'main thread of it', 'memory at most, + MB'],
    Object.entries(of).map(renderRow),
  );
}

function write(table: string): void {
  writeSection('Uploads', [
    headline('npm run bench -- uploads --write'),
    `${UPLOADS} uploads of 20 MB of random bytes at once, by as many customers, from the first byte to the last reply. The bare server writes each body to a file with \`pipeline\`, without a form, a hash or a record; flushed: on disk before the reply, as the portal has it. What was stored is removed before each round. Clients, servers and PostgreSQL share the cores; the portal identifies what was uploaded afterwards.`,
    table,
  ]);
}

await withBenchPortal(measure, { SESSION_SECRET: SECRET });
