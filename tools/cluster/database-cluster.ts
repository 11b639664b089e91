import { chownSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { waitUntil } from '../wait-until.ts';
import { Daemon, postgresUser } from './daemon.ts';
import { lowPort } from './low-port.ts';

export const DATABASE_PACKAGES = ['etcd-server', 'patroni', 'python3-etcd', 'postgresql-15'];

const BINARIES = '/usr/lib/postgresql/15/bin';
const PASSWORD = 'only-for-this-cluster';

/** One PostgreSQL server and its Patroni, at an address of their own as on a separate machine. */
export interface DatabaseNode {
  name: string;
  address: string;
  port: number;
  restPort: number;
  folder: string;
  patroni: Daemon;
}

export interface DatabaseCluster {
  nodes: readonly DatabaseNode[];
  etcd: Daemon;
  password: string;
  findPrimary(): Promise<DatabaseNode | null>;
  findReplica(): Promise<DatabaseNode | null>;
  stop(): Promise<void>;
}

const isOk = (url: string): Promise<boolean> =>
  fetch(url, { signal: AbortSignal.timeout(2000) }).then(
    (reply) => reply.ok,
    () => false,
  );

async function startEtcd(folder: string): Promise<{ etcd: Daemon; port: number }> {
  const [port, peerPort] = [await lowPort(), await lowPort()];
  const [client, peer] = [`http://127.0.0.1:${port}`, `http://127.0.0.1:${peerPort}`];
  const etcd = new Daemon({
    name: 'etcd',
    path: 'etcd',
    logFile: join(folder, 'etcd.log'),
    args: Object.entries({
      name: 'one',
      'data-dir': join(folder, 'etcd'),
      'listen-client-urls': client,
      'advertise-client-urls': client,
      'listen-peer-urls': peer,
      'initial-advertise-peer-urls': peer,
      'initial-cluster': `one=${peer}`,
    }).flatMap(([name, value]) => [`--${name}`, value]),
  });
  etcd.start();
  await waitUntil('etcd', () => isOk(`${client}/health`));
  return { etcd, port };
}

/**
 * A commit is acknowledged once the replica has it too, so that none is lost with a machine; without a replica the
 * primary continues alone. Times are in seconds: a primary that has not renewed its lease within `ttl` is replaced.
 */
const SHARED = {
  ttl: 10,
  loop_wait: 2,
  retry_timeout: 3,
  synchronous_mode: true,
  failsafe_mode: true,
  primary_start_timeout: 0,
  master_start_timeout: 0,
  postgresql: {
    use_pg_rewind: true,
    parameters: {
      max_connections: 200,
      shared_buffers: '64MB',
      wal_log_hints: 'on',
      jit: 'off',
      timezone: 'UTC',
      random_page_cost: 1.1,
    },
  },
};

const account = (username: string) => ({ username, password: PASSWORD });

/** Returns Patroni's settings; JSON is valid YAML. */
const composeSettings = (
  { name, address, port, restPort, folder }: Omit<DatabaseNode, 'patroni'>,
  etcdPort: number,
) => ({
  scope: 'tunedesk',
  name,
  restapi: { listen: `${address}:${restPort}`, connect_address: `${address}:${restPort}` },
  etcd3: { hosts: `127.0.0.1:${etcdPort}` },
  bootstrap: {
    dcs: SHARED,
    initdb: [{ encoding: 'UTF8' }, { locale: 'C.UTF-8' }, 'data-checksums'],
  },
  postgresql: {
    listen: `${address}:${port}`,
    connect_address: `${address}:${port}`,
    data_dir: join(folder, 'data'),
    bin_dir: BINARIES,
    pgpass: join(folder, 'pgpass'),
    authentication: {
      superuser: account('postgres'),
      replication: account('replicator'),
      rewind: account('rewinder'),
    },
    parameters: { unix_socket_directories: '' },
    pg_hba: ['host all all 127.0.0.0/8 scram-sha-256', 'host replication replicator 127.0.0.0/8 scram-sha-256'],
  },
});

async function makeNode(parent: string, name: string, address: string, etcdPort: number): Promise<DatabaseNode> {
  const folder = join(parent, `postgresql-${name}`);
  mkdirSync(folder, { mode: 0o700 });
  const { uid, gid } = postgresUser();
  chownSync(folder, uid, gid);
  const place = { name, address, folder, port: await lowPort(), restPort: await lowPort() };
  const settings = join(folder, 'patroni.yml');
  writeFileSync(settings, JSON.stringify(composeSettings(place, etcdPort)));
  chownSync(settings, uid, gid);
  const logFile = join(parent, `patroni-${name}.log`);
  return {
    ...place,
    patroni: new Daemon({ name: `Patroni ${name}`, path: 'patroni', args: [settings], logFile, isPostgres: true }),
  };
}

/** Ends a node as if its machine had lost power: nothing keeps running, and nothing is shut down in order. */
export async function killNode(node: DatabaseNode): Promise<void> {
  await node.patroni.stop('SIGKILL');
  killPostgres(node);
}

function killPostgres({ folder }: DatabaseNode): void {
  try {
    const [id] = readFileSync(join(folder, 'data/postmaster.pid'), 'utf8').split('\n');
    process.kill(Number(id), 'SIGKILL');
  } catch {
    // It is not running.
  }
}

/** Starts a primary and its streaming replica under Patroni; other users must be able to enter `folder`. */
export async function startDatabaseCluster(folder: string): Promise<DatabaseCluster> {
  const { etcd, port } = await startEtcd(folder);
  const nodes = [await makeNode(folder, 'a', '127.0.0.11', port), await makeNode(folder, 'b', '127.0.0.12', port)];
  const find = async (role: string) => {
    for (const node of nodes) if (await isOk(`http://${node.address}:${node.restPort}/${role}`)) return node;
    return null;
  };
  const cluster: DatabaseCluster = {
    nodes,
    etcd,
    password: PASSWORD,
    findPrimary: () => find('primary'),
    async findReplica() {
      // Patroni also reports this role for a replica that has just become the primary.
      const [node, primary] = [await find('synchronous'), await find('primary')];
      return primary !== null && node !== primary ? node : null;
    },
    async stop() {
      for (const node of nodes) await killNode(node);
      await etcd.stop('SIGKILL');
      rmSync(folder, { recursive: true, force: true, maxRetries: 10 });
    },
  };
  process.prependOnceListener('exit', () => nodes.forEach(killPostgres));
  for (const { patroni } of nodes) patroni.start();
  try {
    await waitUntil('a primary', async () => (await cluster.findPrimary()) !== null);
    await waitUntil('a replica', async () => (await cluster.findReplica()) !== null);
  } catch (error) {
    for (const { patroni } of nodes) process.stderr.write(patroni.readLog());
    await cluster.stop();
    throw error;
  }
  return cluster;
}
