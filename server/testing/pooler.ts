import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createConnection } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { openDatabaseLine } from './database-line.ts';
import { freePort } from './free-port.ts';

export interface Pooler {
  /** The database's URL through the pooler; `directUrl` bypasses it. */
  url: string;
  directUrl: string;
  stop(): Promise<void>;
}

const TIMEOUT_MS = 30_000;

interface PoolerSettings {
  databasePort: number;
  port: number;
  /** File with the passwords of those who may ask the database for the others. */
  usersFile: string;
  user: string;
  poolSize: number;
}

/** Returns the settings file of a PgBouncer in transaction pooling mode; passwords of roles come from the database. */
export const poolerSettings = ({
  databasePort,
  port,
  usersFile,
  user,
  poolSize,
}: PoolerSettings): string => `[databases]
* = host=127.0.0.1 port=${databasePort}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = scram-sha-256
auth_file = ${usersFile}
auth_user = ${user}
auth_query = select usename, passwd from pg_shadow where usename = $1
pool_mode = transaction
default_pool_size = ${poolSize}
`;

/** Starts the PgBouncer at `program`, in transaction pooling mode, in front of a database. */
export async function startPooler(program: string, directUrl: string): Promise<Pooler> {
  const line = await openDatabaseLine(directUrl);
  const folder = await mkdtemp(join(tmpdir(), 'tunedesk-pooler-'));
  const port = await freePort();
  const { username, password } = new URL(line.url);
  const [user, usersFile] = [decodeURIComponent(username), join(folder, 'users')];
  await writeFile(usersFile, `"${user}" "${decodeURIComponent(password)}"\n`);
  const databasePort = Number(new URL(line.url).port);
  await writeFile(join(folder, 'settings'), poolerSettings({ databasePort, port, usersFile, user, poolSize: 10 }));
  for (const name of ['users', 'settings']) await chmod(join(folder, name), 0o644);
  await chmod(folder, 0o755);
  // PgBouncer refuses to run as root.
  const asOther = process.getuid?.() === 0 ? ['-u', 'nobody'] : [];
  const child = spawn(program, ['-q', ...asOther, join(folder, 'settings')], { stdio: 'inherit' });
  const deadline = Date.now() + TIMEOUT_MS;
  while (!(await isOpen(port))) {
    if (child.exitCode !== null || Date.now() > deadline) throw new Error('the pooler does not start');
    await sleep(50);
  }
  const url = new URL(line.url);
  url.port = String(port);
  return {
    url: url.href,
    directUrl,
    async stop() {
      const ended = child.exitCode === null ? once(child, 'exit') : null;
      child.kill('SIGKILL');
      await ended;
      line.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

const isOpen = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = createConnection(port, '127.0.0.1');
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false));
    socket.once('connect', () => socket.destroy());
  });
