import { randomBytes, randomUUID } from 'node:crypto';
import pg from 'pg';
import { VEHICLE } from '../../features/files/files.factory.ts';
import type { Records } from '../soak/bank/records.ts';
import { waitUntil } from '../wait-until.ts';
import { sendUntilDone } from './call.ts';
import type { DatabaseNode } from './database-cluster.ts';
import { nodeUrl, type PortalCluster } from './portal-cluster.ts';
import type { Stage } from './stage.ts';

const CHANGES = 10;

/** Queries the replica itself, bypassing HAProxy. */
async function ask<Row extends object>(url: string, statement: string): Promise<Row | undefined> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<Row>(statement)).rows[0];
  } finally {
    await client.end();
  }
}

/** Returns how often this node has read tables of the portal; PostgreSQL updates the count with a delay. */
async function countReads(url: string): Promise<number> {
  const statement = `select sum(coalesce(seq_scan, 0) + coalesce(idx_scan, 0))::int as reads from pg_stat_user_tables`;
  return (await ask<{ reads: number }>(url, statement))?.reads ?? 0;
}

/** Uploads a file, and looks for it in the list immediately. */
async function isInList(
  url: string,
  records: Records,
  { customers, administrator, solutionId }: Stage,
): Promise<boolean> {
  const [customer] = customers;
  const client = { url, records, isOver: () => false };
  const uploaded = await sendUntilDone(client, 'upload', {
    method: 'POST',
    path: '/files',
    token: customer?.token ?? '',
    body: { ...VEHICLE, solution_ids: [solutionId] },
    file: { name: 'original.bin', bytes: new Uint8Array(randomBytes(1000)) },
    key: randomUUID(),
  });
  if (uploaded.status !== 201) throw new Error(`an upload for the list: ${uploaded.status}`);
  const list = await sendUntilDone(client, 'list', { method: 'GET', path: '/files', token: administrator.token });
  if (list.status !== 200) throw new Error(`the list: ${list.status}`);
  const { id } = uploaded.body.file as { id: number };
  return (list.body as { id: number }[]).some((file) => file.id === id);
}

async function countMissing(url: string, records: Records, stage: Stage): Promise<number> {
  let missing = 0;
  for (let turn = 0; turn < CHANGES; turn += 1) if (!(await isInList(url, records, stage))) missing += 1;
  return missing;
}

/** Patroni resumes a replica that does not replay, every two seconds, unless it is paused itself. */
async function pausePatroni({ address, restPort }: DatabaseNode, pause: true | null): Promise<void> {
  const patroni = `http://${address}:${restPort}`;
  const change = () => fetch(`${patroni}/config`, { method: 'PATCH', body: JSON.stringify({ pause }) });
  await waitUntil('the settings of Patroni', async () => (await change()).ok);
  await waitUntil(`Patroni with pause: ${pause}`, async () => {
    const state = (await (await fetch(`${patroni}/patroni`)).json()) as { pause?: boolean };
    return state.pause === (pause ?? undefined);
  });
}

async function isPaused(url: string): Promise<boolean> {
  const row = await ask<{ state: string }>(url, 'select pg_get_wal_replay_pause_state() as state');
  return row?.state === 'paused';
}

/** Does the work while the replica replays nothing. */
async function whilePaused<Result>(node: DatabaseNode, url: string, work: () => Promise<Result>): Promise<Result> {
  await pausePatroni(node, true);
  try {
    // This only asks for it.
    await ask(url, 'select pg_wal_replay_pause()');
    await waitUntil('the pause of the replica', () => isPaused(url));
    const result = await work();
    if (!(await isPaused(url))) throw new Error('the replica was resumed meanwhile');
    return result;
  } finally {
    await ask(url, 'select pg_wal_replay_resume()');
    await pausePatroni(node, null);
  }
}

/**
 * Checks that lists come from the streaming replica and contain the latest changes, even while the replica is paused.
 */
export async function checkReplica(
  cluster: PortalCluster,
  stage: Stage,
  records: Records,
): Promise<{ found: string[]; figures: string }> {
  const replica = await cluster.database.findReplica();
  if (replica === null) throw new Error('there is no replica');
  const url = nodeUrl(replica, cluster.database.password);
  const before = await countReads(url);
  const missing = await countMissing(cluster.url, records, stage);
  await waitUntil('reads of the replica', async () => (await countReads(url)) > before, { timeoutMs: 30_000 });
  const reads = (await countReads(url)) - before;
  const missingWhileBehind = await whilePaused(replica, url, () => countMissing(cluster.url, records, stage));
  const found =
    missing + missingWhileBehind === 0 ? [] : [`${missing + missingWhileBehind} lists had not the last file`];
  const figures = `${CHANGES} lists right after an upload took ${reads} reads of the replica's tables and had the file, ${CHANGES - missing} of ${CHANGES}; with the replica standing still ${CHANGES - missingWhileBehind} of ${CHANGES}.`;
  return { found, figures };
}
