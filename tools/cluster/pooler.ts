import { chownSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { poolerSettings } from '../../server/testing/pooler.ts';
import { Daemon, postgresUser } from './daemon.ts';
import { lowPort } from './low-port.ts';

export const POOLER_PACKAGES = ['pgbouncer'];

/** Starts PgBouncer with transaction pooling; passwords of roles come from the database. */
export async function startPooler(parent: string, primaryPort: number, password: string) {
  const folder = join(parent, 'pooler');
  mkdirSync(folder);
  const port = await lowPort();
  const { uid, gid } = postgresUser();
  const write = (name: string, text: string) => {
    writeFileSync(join(folder, name), text, { mode: 0o600 });
    chownSync(join(folder, name), uid, gid);
  };
  write('users', `"postgres" "${password}"\n`);
  write(
    'settings',
    `${poolerSettings({ databasePort: primaryPort, port, usersFile: join(folder, 'users'), user: 'postgres', poolSize: 20 })}max_client_conn = 500
server_login_retry = 1
query_timeout = 60
`,
  );
  chownSync(folder, uid, gid);
  const args = [join(folder, 'settings')];
  const logFile = join(parent, 'pooler.log');
  const daemon = new Daemon({ name: 'PgBouncer', path: 'pgbouncer', args, logFile, isPostgres: true });
  daemon.start();
  await daemon.untilListening(port);
  return { daemon, port };
}
