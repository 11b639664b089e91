// A portal of its own for a measurement, with a database that is gone afterwards.
import { fork, type ChildProcess } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ADMINISTRATOR, freePort } from '../../journeys/portal.ts';
import { removeCluster } from '../../server/database/cluster-owner.ts';
import { startEmbeddedDatabase } from '../../server/database/embedded.ts';
import { migrate } from '../../server/database/migrate.ts';

export interface Server {
  url: string;
  dataDir: string;
  child: ChildProcess;
}

async function startServer(databaseUrl: string, dataDir: string, env: Record<string, string>): Promise<Server> {
  const port = await freePort();
  const child = fork(fileURLToPath(new URL('../../app/server/boot.ts', import.meta.url)), {
    env: {
      ...process.env,
      DATABASE_URL: databaseUrl,
      DATA_DIR: dataDir,
      PORT: String(port),
      HOST: '127.0.0.1',
      ADMIN_EMAIL: ADMINISTRATOR.email,
      ADMIN_PASSWORD: ADMINISTRATOR.password,
      LOG_LEVEL: 'warn',
      UPLOADS_PER_DAY: '0',
      UPLOAD_MB_PER_DAY: '0',
      ...env,
    },
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
    execArgv: [],
  });
  await new Promise<void>((resolve, reject) => {
    child.stdout?.on('data', (output: Buffer) => output.toString().includes('Tunedesk is ready at') && resolve());
    child.once('exit', (code) => reject(new Error(`the server ended with ${code}`)));
  });
  return { url: `http://127.0.0.1:${port}`, dataDir, child };
}

export const memoryMb = ({ child }: Server): number =>
  Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${child.pid}/status`, 'utf8'))?.[1] ?? 0) / 1024;

type Measure = (databaseUrl: string, server: Server) => Promise<void>;

/** `env` is set for the portal beside what every bench needs. */
export async function withBenchPortal(measure: Measure, env: Record<string, string> = {}): Promise<void> {
  const dataDir = mkdtempSync(join(tmpdir(), 'tunedesk-bench-'));
  const database = await startEmbeddedDatabase({
    dataDir: join(dataDir, 'database'),
    durable: false,
    log: () => undefined,
  });
  try {
    await migrate(database.url);
    const server = await startServer(database.url, join(dataDir, 'portal'), env);
    await measure(database.url, server).catch((error: unknown) => {
      server.child.kill('SIGKILL');
      throw error;
    });
    const ended = new Promise((resolve) => server.child.once('exit', resolve));
    server.child.kill('SIGTERM');
    await ended;
  } finally {
    await database.stop();
    removeCluster(join(dataDir, 'database'));
    rmSync(dataDir, { recursive: true, force: true });
  }
}
