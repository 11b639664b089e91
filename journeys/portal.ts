import { fork, type ChildProcess } from 'node:child_process';
import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { freePort } from '../server/testing/free-port.ts';

const BOOT = fileURLToPath(new URL('../app/server/boot.ts', import.meta.url));

export const ADMINISTRATOR = { email: 'support@example.com', password: 'Workshop-Petrol-26' };

/** The password as printed in the terminal; importing it would load the whole program. */
const DEMO_PASSWORD = 'Petrol-Teal-26';

/** Customers of the demo world (app/demo/server/demo.ts); together they have a file in every state. */
export const DEMO_CUSTOMERS = ['elena', 'jonas', 'marco', 'claire'].map((name) => ({
  email: `${name}@example.com`,
  password: DEMO_PASSWORD,
}));

export interface Portal {
  url: string;
  dataDir: string;
  /** Stops the program, but leaves its data folder in place. */
  end(): Promise<void>;
  stop(): Promise<void>;
}

/** Environment variable in which demo-world.global.ts stores the data folder that a stopped demo portal has left. */
export const GROWN_WORLD = 'TUNEDESK_GROWN_WORLD';

/** Starts the program itself, with the administrator above. */
export const forkProgram = (
  port: number,
  dataDir: string,
  env: Record<string, string>,
  options: { execArgv?: string[] } = {},
): ChildProcess =>
  fork(BOOT, {
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
    ...options,
  });

/** Starts the whole program like `npm start`, with its own data folder, embedded database and built web app. */
export async function startPortal(env: Record<string, string> = {}): Promise<Portal> {
  const dataDir = await mkdtemp(join(tmpdir(), 'tunedesk-journey-'));
  const grown = process.env[GROWN_WORLD];
  if (env.DEMO === '1' && grown) await cp(grown, dataDir, { recursive: true, preserveTimestamps: true });
  const port = await freePort();
  const server = forkProgram(port, dataDir, env);
  await ready(server);
  const end = async () => {
    const ended = new Promise((resolve) => server.once('exit', resolve));
    server.kill('SIGTERM');
    await ended;
  };
  return {
    url: `http://127.0.0.1:${port}`,
    dataDir,
    end,
    async stop() {
      await end();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

function ready(server: ChildProcess): Promise<void> {
  return new Promise((resolve, reject) => {
    let output = '';
    server.stdout?.on('data', (chunk: Buffer) => {
      output += chunk.toString();
      if (output.includes('Tunedesk is ready at')) resolve();
    });
    server.once('exit', (code) => reject(new Error(`the server ended with ${code} before it was ready:\n${output}`)));
  });
}
