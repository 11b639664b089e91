import { setTimeout as sleep } from 'node:timers/promises';
import { waitUntil } from '../wait-until.ts';
import { killNode, type DatabaseNode } from './database-cluster.ts';
import type { PortalCluster } from './portal-cluster.ts';

/** Writes are probed; uploads and DTC OFF are work of the clients, and DTC OFF needs a worker. */
export type Watched = 'writes' | 'uploads' | 'DTC OFF';

/** A fault applied to the cluster while the clients work, with any repair beyond what the service manager does. */
export interface Fault {
  name: string;
  /** What has to resume soon. */
  what: Watched;
  /** Milliseconds of the pause that are caused by the fault itself; a much shorter pause means that there was none. */
  expectedMs?: number;
  apply: (cluster: PortalCluster) => Promise<void>;
}

const S3_STOPS_MS = 20_000;

const pick = <Item>(items: readonly Item[]): Item => items[Math.floor(Math.random() * items.length)] as Item;

/** Kills a machine and starts it again after this many milliseconds, while the run continues. */
async function loseMachine(node: DatabaseNode | null, backAfterMs: number): Promise<void> {
  if (node === null) throw new Error('no machine of the database has this role');
  await killNode(node);
  setTimeout(() => node.patroni.start(), backAfterMs);
}

export const FAULTS: readonly Fault[] = [
  { name: 'a web process is killed', what: 'writes', apply: ({ webs }) => pick(webs).daemon.kill() },
  { name: 'a worker is killed', what: 'DTC OFF', apply: ({ workers }) => pick(workers).daemon.kill() },
  { name: 'PgBouncer is killed', what: 'writes', apply: ({ pooler }) => pooler.kill() },
  { name: 'HAProxy is killed', what: 'writes', apply: ({ proxy }) => proxy.kill() },
  { name: 'etcd is killed', what: 'writes', apply: ({ database }) => database.etcd.kill() },
  {
    name: "the replica's machine is lost",
    what: 'writes',
    apply: async ({ database }) => loseMachine(await database.findReplica(), 5000),
  },
  {
    name: "the primary's machine is lost",
    what: 'writes',
    apply: async ({ database }) => loseMachine(await database.findPrimary(), 15_000),
  },
  {
    name: 'S3 stops for 20 s',
    what: 'uploads',
    expectedMs: S3_STOPS_MS,
    apply: async ({ swift }) => {
      swift.stopServing();
      await sleep(S3_STOPS_MS);
      await swift.serveAgain();
    },
  },
];

/** Waits until every process serves again and the database has its replica. */
export async function untilWhole({ webs, workers, database, url }: PortalCluster): Promise<void> {
  await waitUntil('every process', async () => {
    const ready = await Promise.all([...webs, ...workers].map((one) => one.isReady()));
    return ready.every(Boolean);
  });
  await waitUntil('the replica', async () => (await database.findReplica()) !== null);
  await waitUntil('the front door', () =>
    fetch(`${url}/api/health/ready`).then(
      ({ ok }) => ok,
      () => false,
    ),
  );
}
