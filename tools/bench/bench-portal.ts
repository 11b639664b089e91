// Starts a separate portal for a measurement, with a database that is removed afterwards.
import type { ChildProcess } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { forkProgram } from '../../journeys/portal.ts';
import { freePort } from '../../server/testing/free-port.ts';
import { removeCluster } from '../../server/database/cluster-owner.ts';
import { startEmbeddedDatabase } from '../../server/database/embedded.ts';
import { migrate } from '../../server/database/migrate.ts';

export interface Server {
  url: string;
  dataDir: string;
  child: ChildProcess;
}

const TICK_MS = 10;

/** Processor time of the server, user and system, since the process began. */
export const processorMs = ({ child }: Server): number => readTicks(String(child.pid)) * TICK_MS;

/** Processor time of PostgreSQL, including the processes of open connections; `folder` is that of the bench. */
export function databaseMs(folder: string): number {
  const postmaster = readFileSync(join(folder, 'database/postgresql/cluster/postmaster.pid'), 'utf8').split('\n', 1)[0];
  const children = readFileSync(`/proc/${postmaster}/task/${postmaster}/children`, 'utf8').split(' ').filter(Boolean);
  return children.reduce((sum, pid) => sum + readTicks(pid) * TICK_MS, 0);
}

/** Returns 0 for a process that has just ended. */
function readTicks(pid: string | undefined): number {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
    return Number(fields[11]) + Number(fields[12]);
  } catch {
    return 0;
  }
}

/** Starts the program; `ready` resolves once it has listed its addresses. */
export async function forkServer(
  databaseUrl: string,
  dataDir: string,
  env: Record<string, string>,
): Promise<Server & { ready: Promise<void> }> {
  const port = await freePort();
  const limits = { UPLOAD_LIMITS: 'files=0,megabytes=0' };
  const child = forkProgram(port, dataDir, { DATABASE_URL: databaseUrl, ...limits, ...env }, { execArgv: [] });
  const ready = new Promise<void>((resolve, reject) => {
    child.stdout?.on('data', (output: Buffer) => output.toString().includes('Tunedesk is ready at') && resolve());
    child.once('exit', (code) => reject(new Error(`the server ended with ${code}`)));
  });
  ready.catch(() => undefined);
  return { url: `http://127.0.0.1:${port}`, dataDir, child, ready };
}

export async function endServer({ child }: Server): Promise<void> {
  const ended = new Promise((resolve) => child.once('exit', resolve));
  child.kill('SIGTERM');
  await ended;
}

export const memoryMb = ({ child }: Server): number =>
  Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${child.pid}/status`, 'utf8'))?.[1] ?? 0) / 1024;

/** Processor time of the server and PostgreSQL together, which stays comparable on a busy machine. */
const workedMs = (server: Server) => processorMs(server) + databaseMs(dirname(server.dataDir));

export type TimedCall = Awaited<ReturnType<typeof timeCall>>;

/** Calls a path this often, one after the other, and reads each reply to its last byte. */
export async function timeCall(server: Server, token: string, path: string, rounds = 15) {
  const took: number[] = [];
  const before = workedMs(server);
  let bytes = 0;
  let status = 0;
  for (let round = 0; round < rounds; round += 1) {
    const startedAt = performance.now();
    const response = await fetch(`${server.url}/api${path}`, {
      headers: { authorization: `Bearer ${token}`, 'accept-encoding': 'identity' },
    });
    status = response.status;
    bytes = 0;
    for await (const chunk of response.body as AsyncIterable<Uint8Array>) bytes += chunk.byteLength;
    took.push(performance.now() - startedAt);
  }
  const worked = (workedMs(server) - before) / rounds;
  took.sort((one, other) => one - other);
  return { ms: took[Math.floor(rounds / 2)] as number, worst: took.at(-1) as number, worked, bytes, status };
}

type Measure = (databaseUrl: string, server: Server) => Promise<void>;

/** Runs a measurement against a portal; `env` is set in addition to what every bench needs. */
export const withBenchPortal = (measure: Measure, env: Record<string, string> = {}): Promise<void> =>
  withBenchDatabase(async (databaseUrl, folder) => {
    const server = await forkServer(databaseUrl, join(folder, 'portal'), env);
    try {
      await server.ready;
      await measure(databaseUrl, server);
    } catch (error) {
      server.child.kill('SIGKILL');
      throw error;
    }
    await endServer(server);
  });

/** Provides a migrated database and a folder; both are removed afterwards. */
export async function withBenchDatabase(
  work: (databaseUrl: string, folder: string) => Promise<void>,
  { durable = false } = {},
): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'tunedesk-bench-'));
  const database = await startEmbeddedDatabase({
    dataDir: join(folder, 'database'),
    durable,
    log: () => undefined,
  });
  try {
    await migrate(database.url);
    await work(database.url, folder);
  } finally {
    await database.stop();
    removeCluster(join(folder, 'database'));
    rmSync(folder, { recursive: true, force: true });
  }
}
