import { fork, type ChildProcess } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { DEMO_PASSWORD } from '../server/demo.ts';

const BOOT = fileURLToPath(new URL('../server/boot.ts', import.meta.url));

export const ADMINISTRATOR = { email: 'support@example.com', password: 'Workshop-Petrol-26' };

/** Customers of the demo world (server/demo.ts); between them they have a file in every state. */
export const DEMO_CUSTOMERS = ['elena', 'jonas', 'marco', 'claire'].map((name) => ({
  email: `${name}@example.com`,
  password: DEMO_PASSWORD,
}));

export interface Portal {
  url: string;
  dataDir: string;
  stop(): Promise<void>;
}

/** The whole program as `npm start` runs it, on a data folder of its own: embedded database, built web app. */
export async function startPortal(env: Record<string, string> = {}): Promise<Portal> {
  const dataDir = await mkdtemp(join(tmpdir(), 'tunedesk-journey-'));
  const port = await freePort();
  const server = fork(BOOT, {
    env: {
      ...process.env,
      DATA_DIR: dataDir,
      PORT: String(port),
      HOST: '127.0.0.1',
      ADMIN_EMAIL: ADMINISTRATOR.email,
      ADMIN_PASSWORD: ADMINISTRATOR.password,
      LOG_LEVEL: 'warn',
      ...env,
    },
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  });
  await ready(server);
  return {
    url: `http://127.0.0.1:${port}`,
    dataDir,
    async stop() {
      const ended = new Promise((resolve) => server.once('exit', resolve));
      server.kill('SIGTERM');
      await ended;
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

function ready(server: ChildProcess): Promise<void> {
  return new Promise((resolve, reject) => {
    let said = '';
    server.stdout?.on('data', (chunk: Buffer) => {
      said += chunk.toString();
      if (said.includes('Tunedesk is ready at')) resolve();
    });
    server.once('exit', (code) => reject(new Error(`the server ended with ${code} before it was ready:\n${said}`)));
  });
}

export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const { port } = probe.address() as { port: number };
      probe.close(() => resolve(port));
    });
  });
}
