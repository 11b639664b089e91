import { chmodSync, chownSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import type { ClusterOwner } from './cluster-owner.ts';
import { generatePassword, createVerifier } from './scram.ts';

/** The superuser that initdb makes. Only migrations and the operator's commands connect as it. */
export const CLUSTER_USER = 'tunedesk';

const DATABASE = 'tunedesk';
const RELOAD_TIMEOUT_MS = 10_000;

const RULES = {
  /**
   * Before anything is served: only the superuser, through a socket in a folder that only its system user may enter.
   */
  setup: `local all ${CLUSTER_USER} trust\n`,
  /** Afterwards: every role needs its own password, so no role can act as another. */
  passwords: 'local all all scram-sha-256\n',
};

/** Writes `pg_hba.conf`, which PostgreSQL reads when it starts and when it is asked to reload. */
export function writeAccessRules(owner: ClusterOwner, rules: keyof typeof RULES): void {
  const path = join(owner.place, 'cluster', 'pg_hba.conf');
  const draft = `${path}.new`;
  writeFileSync(draft, RULES[rules], { mode: 0o600 });
  chmodSync(draft, 0o600);
  if (owner.identity) chownSync(draft, owner.identity.uid, owner.identity.gid);
  renameSync(draft, path);
}

/**
 * Makes the database, gives the superuser a new password and from then on requires a password for every connection. The
 * password is stored nowhere in the cluster; the next start makes another. Returns the superuser's address.
 */
export async function closeAccess(owner: ClusterOwner, socketFolder: string): Promise<string> {
  const open = composeDatabaseUrl(CLUSTER_USER, '', 'postgres', socketFolder);
  const password = generatePassword();
  const client = new pg.Client({ connectionString: open });
  await client.connect();
  try {
    const found = await client.query('SELECT 1 FROM pg_database WHERE datname = $1', [DATABASE]);
    if (found.rowCount === 0) await client.query(`CREATE DATABASE ${DATABASE}`);
    await client.query(`ALTER ROLE ${CLUSTER_USER} PASSWORD '${createVerifier(password)}'`);
    writeAccessRules(owner, 'passwords');
    await reloadRules(client);
  } finally {
    await client.end();
  }
  return composeDatabaseUrl(CLUSTER_USER, password, DATABASE, socketFolder);
}

/** Reloads the rules and waits until this session has noticed: connections made after that are subject to them. */
async function reloadRules(client: pg.Client): Promise<void> {
  const loadedAt = async () =>
    (await client.query<{ at: string }>('SELECT pg_conf_load_time()::text AS at')).rows[0]?.at;
  const before = await loadedAt();
  const deadline = Date.now() + RELOAD_TIMEOUT_MS;
  await client.query('SELECT pg_reload_conf()');
  while ((await loadedAt()) === before) {
    if (Date.now() > deadline) throw new Error('PostgreSQL does not take its new rules of access.');
    await sleep(5);
  }
}

const composeDatabaseUrl = (user: string, password: string, database: string, socketFolder: string) =>
  `postgresql://${user}${password && `:${password}`}@localhost/${database}?host=${encodeURIComponent(socketFolder)}`;
