import { randomBytes } from 'node:crypto';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CreateBucketCommand, S3Client } from '@aws-sdk/client-s3';
import pg from 'pg';
import { startSwift, SWIFT_CREDENTIALS } from '../../server/testing/s3/swift.ts';
import { waitUntil } from '../wait-until.ts';
import { startDatabaseCluster, type DatabaseNode } from './database-cluster.ts';
import { lowPort } from './low-port.ts';
import { startPooler } from './pooler.ts';
import { PortalProcess } from './portal-process.ts';
import { startProxy } from './proxy.ts';

const WEBS = 3;
const WORKERS = 2;
const OWNER = 'tunedesk';
const BUCKET = 'portal';

export type PortalCluster = Awaited<ReturnType<typeof startPortalCluster>>;

const secret = () => randomBytes(32).toString('base64url');

export const composeDatabaseUrl = (role: string, password: string, port: number, host = '127.0.0.1') =>
  `postgresql://${role}:${encodeURIComponent(password)}@${host}:${port}/tunedesk`;

export const nodeUrl = ({ address, port }: DatabaseNode, password: string) =>
  composeDatabaseUrl('postgres', password, port, address);

/** Creates the database and its owner. The owner may create the server's role, and owns nothing but its database. */
async function createDatabase(port: number, password: string): Promise<void> {
  const connectionString = composeDatabaseUrl('postgres', password, port).replace(/\/tunedesk$/, '/postgres');
  await waitUntil('the database behind HAProxy', async () => {
    const client = new pg.Client({ connectionString, connectionTimeoutMillis: 5000 });
    client.on('error', () => undefined);
    try {
      await client.connect();
      await client.query(`create role ${OWNER} login createrole password '${password}'`);
      await client.query(`create database tunedesk owner ${OWNER}`);
      return true;
    } catch (error) {
      if ((error as { code?: string }).code?.startsWith('42')) throw error;
      return false;
    } finally {
      await client.end().catch(() => undefined);
    }
  });
}

async function createBucket({ endpoint, region }: { endpoint: string; region: string }): Promise<void> {
  const client = new S3Client({ endpoint, region, forcePathStyle: true, credentials: SWIFT_CREDENTIALS });
  await client.send(new CreateBucketCommand({ Bucket: BUCKET }));
  client.destroy();
}

/** The settings shared by the processes on all machines. */
const commonSettings = (portalPort: number, swift: { endpoint: string; region: string }) => ({
  PUBLIC_URL: `http://127.0.0.1:${portalPort}`,
  TRUSTED_PROXIES: '127.0.0.1',
  STORAGE_URL: `s3://${BUCKET}?endpoint=${swift.endpoint}&region=${swift.region}`,
  AWS_ACCESS_KEY_ID: SWIFT_CREDENTIALS.accessKeyId,
  AWS_SECRET_ACCESS_KEY: SWIFT_CREDENTIALS.secretAccessKey,
  SECRETS_KEY: secret(),
  LEDGER_KEY: secret(),
  SESSION_SECRET: secret(),
  ADMIN_EMAIL: 'boss@example.com',
  ADMIN_PASSWORD: 'Copper-Lathe-88',
  LOG_LEVEL: 'error',
  DEMO: '',
  DISK_RESERVE_MB: '0',
  UPLOAD_LIMITS: 'files=0,megabytes=0',
  STOP_DELAY_SECONDS: '2',
});

/**
 * Starts the whole cluster on loopback addresses of this machine, each program as a separate process. `release` is the
 * folder of the program to run.
 */
export async function startPortalCluster(release: string) {
  const folder = mkdtempSync(join(tmpdir(), 'tunedesk-cluster-'));
  chmodSync(folder, 0o755);
  const stops: (() => Promise<void>)[] = [];
  const stop = async () => {
    for (const end of stops.toReversed()) await end();
    rmSync(folder, { recursive: true, force: true, maxRetries: 10 });
  };
  try {
    const database = await startDatabaseCluster(folder);
    stops.push(() => database.stop());
    const swift = await startSwift();
    stops.push(() => swift.stop());
    await createBucket(swift);
    const webPorts = await Promise.all(Array.from({ length: WEBS }, lowPort));
    const workerPorts = await Promise.all(Array.from({ length: WORKERS }, lowPort));
    const { daemon: proxy, ports } = await startProxy(folder, database.nodes, webPorts);
    stops.push(() => proxy.stop('SIGKILL'));
    await createDatabase(ports.primary, database.password);
    const { daemon: pooler, port: poolerPort } = await startPooler(folder, ports.primary, database.password);
    stops.push(() => pooler.stop('SIGKILL'));
    const ownerUrl = composeDatabaseUrl(OWNER, database.password, ports.primary);
    const environment = {
      ...commonSettings(ports.portal, swift),
      DATABASE_URL: composeDatabaseUrl(OWNER, database.password, poolerPort),
      DATABASE_DIRECT_URL: ownerUrl,
      DATABASE_READ_URL: `postgresql://127.0.0.1:${ports.replica}/tunedesk`,
    };
    const make = (role: 'web' | 'worker') => (port: number, at: number) =>
      new PortalProcess({ name: `${role}${at + 1}`, role, port, parent: folder, release, environment });
    const [webs, workers] = [webPorts.map(make('web')), workerPorts.map(make('worker'))];
    const processes = [...webs, ...workers];
    stops.push(async () => void (await Promise.all(processes.map(({ daemon }) => daemon.stop('SIGKILL')))));
    for (const { daemon } of processes) daemon.start();
    await Promise.all(processes.map((one) => one.untilReady()));
    const url = `http://127.0.0.1:${ports.portal}`;
    return { url, ownerUrl, environment, database, swift, webs, workers, proxy, pooler, folder, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}
