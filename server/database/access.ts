import { createHash, createHmac, hkdfSync, pbkdf2Sync, randomBytes } from 'node:crypto';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import { findExcess, grantPrivileges, quoteIdentifier } from './server-role.ts';

/** File in the data folder with the password of the server's role on the operator's own PostgreSQL. */
export const ROLE_PASSWORD_FILE = 'database-role-password';

/** Every address a portal connects to; the owner's is for migrations and commands, the others for everything else. */
export interface Addresses {
  ownerUrl: string;
  /** Address of the server's role, given by the operator; null when the start makes a role for the server. */
  serverUrl: string | null;
  /** Address of a pooler in front of the database, which the other addresses bypass; null when there is none. */
  pooledUrl: string | null;
  dataDir: string;
  isEmbedded: boolean;
}

export interface ServerAccess {
  url: string;
  /** For work that needs its own session: `url` or, if that is a pooler's, the address that bypasses the pooler. */
  directUrl: string;
  /** Why the server's role could switch off the ledger's guards, and how to fix that; null when it cannot. */
  weakness: Weakness | null;
}

export interface Weakness {
  /** The role the server works as, which owns the tables. */
  role: string;
  /** The restricted role that should be made. */
  serverRole: string;
  sentence: string;
  /** Commands for the operator to run and settings to change, in this order. */
  remedy: readonly string[];
}

/**
 * Sets up the role the server works with, which owns nothing and may only do what `privileges.ts` lists. Call it after
 * the migrations. Throws when the operator names a role that could do more. With `secretsKey` (SECRETS_KEY), all
 * processes of a portal give the role the same password, whatever machine they run on.
 */
export async function openServerAccess(addresses: Addresses, secretsKey: string | null = null): Promise<ServerAccess> {
  const client = new pg.Client({ connectionString: addresses.ownerUrl, connectionTimeoutMillis: 10_000 });
  client.on('error', () => undefined);
  await client.connect();
  try {
    if (addresses.serverUrl !== null) return withPooledUrl(await useGivenRole(client, addresses.serverUrl), addresses);
    if (addresses.isEmbedded) return await useOwnRole(client, addresses, generatePassword());
    return await tryOwnRole(client, addresses, secretsKey);
  } finally {
    await client.end().catch(() => undefined);
  }
}

async function useGivenRole(client: pg.Client, serverUrl: string): Promise<ServerAccess> {
  const role = await readRole(serverUrl);
  await grantPrivileges(client, role);
  const excess = await findExcess(client, role);
  if (excess.length > 0) {
    throw new Error(
      `DATABASE_URL must name a role that cannot change the ledger's guards, and ${role} could: ${excess.join(', ')}. ` +
        'Make one with CREATE ROLE … LOGIN PASSWORD …, or unset DATABASE_OWNER_URL.',
    );
  }
  return { url: serverUrl, directUrl: serverUrl, weakness: null };
}

/** On the operator's own PostgreSQL, the role may be refused at several points; the portal then works without it. */
async function tryOwnRole(client: pg.Client, addresses: Addresses, secretsKey: string | null): Promise<ServerAccess> {
  let stored: Awaited<ReturnType<typeof storePassword>> | null = null;
  try {
    if (secretsKey === null) stored = await storePassword(addresses.dataDir);
    const password = stored?.password ?? derivePassword(secretsKey ?? '');
    return await lookThroughPooler(await useOwnRole(client, addresses, password), addresses);
  } catch (error) {
    await stored?.undo();
    const { ownerUrl: directUrl } = addresses;
    return withPooledUrl({ url: directUrl, directUrl, weakness: await describeWeakness(client, error) }, addresses);
  }
}

/** Reads the password from the data folder, or writes a new one there, which `undo` removes again. */
async function storePassword(dataDir: string) {
  const path = join(dataDir, ROLE_PASSWORD_FILE);
  const stored = (await readFile(path, 'utf8').catch(() => '')).trim();
  if (stored !== '') return { password: stored, undo: async () => undefined };
  const password = generatePassword();
  await writeFile(path, `${password}\n`, { mode: 0o600, flag: 'wx' });
  return { password, undo: () => rm(path, { force: true }) };
}

const derivePassword = (secretsKey: string) =>
  Buffer.from(hkdfSync('sha256', secretsKey, '', 'tunedesk database role', 32)).toString('base64url');

async function useOwnRole(
  client: pg.Client,
  { ownerUrl, isEmbedded }: Addresses,
  password: string,
): Promise<ServerAccess> {
  const role = await readOwnRoleName(client);
  const url = withRole(ownerUrl, role, password);
  if (isEmbedded || !(await hasRole(client, role)) || !(await canConnect(url))) await setRole(client, role, password);
  await grantPrivileges(client, role);
  const excess = await findExcess(client, role);
  if (excess.length > 0) throw new Error(`the role ${role} may do too much: ${excess.join(', ')}`);
  const found = await readRole(url);
  if (found !== role) throw new Error(`connecting as ${role} arrives as ${found}`);
  return { url, directUrl: url, weakness: null };
}

const withPooledUrl = (access: ServerAccess, { pooledUrl }: Addresses): ServerAccess => ({
  ...access,
  url: pooledUrl ?? access.url,
});

/** Switches to the pooler's address. Throws if the pooler, which has its own list of roles, refuses the server's. */
async function lookThroughPooler(access: ServerAccess, { pooledUrl }: Addresses): Promise<ServerAccess> {
  if (pooledUrl === null) return access;
  const { user = '', password } = new pg.Client({ connectionString: access.directUrl });
  const url = withRole(pooledUrl, user, password ?? '');
  await readRole(url).catch((error: Error) => {
    throw new Error(`the pooler at DATABASE_URL does not let ${user} in: ${error.message}`);
  });
  return { ...access, url };
}

/** Each of several portals on one PostgreSQL has its own role. A name in PostgreSQL has at most 63 bytes. */
async function readOwnRoleName(client: pg.Client): Promise<string> {
  const { rows } = await client.query<{ name: string }>('select left(current_database(), 56) as name');
  return `${rows[0]?.name}_server`;
}

const hasRole = async (client: pg.Client, role: string) =>
  (await client.query('select from pg_roles where rolname = $1', [role])).rowCount === 1;

/** Makes the role with this password, or sets the password of an existing role. */
export async function setRole(client: pg.Client, role: string, password: string): Promise<void> {
  const verb = (await hasRole(client, role)) ? 'alter role' : 'create role';
  await client.query(`${verb} ${quoteIdentifier(role)} login noinherit password '${createVerifier(password)}'`);
}

async function describeWeakness(client: pg.Client, error: unknown): Promise<Weakness> {
  const { rows } = await client.query<{ role: string; name: string }>(
    'select current_user as role, left(current_database(), 56) as name',
  );
  const { role, name } = rows[0] ?? { role: 'its role', name: 'tunedesk' };
  const why = error instanceof Error ? error.message : String(error);
  const serverRole = `${name}_server`;
  return {
    role,
    serverRole,
    sentence:
      `The server works as ${role}, which owns the tables: whoever gets hold of its database connection can switch ` +
      `the ledger's guards off. A restricted role could not be set up (${why}).`,
    remedy: [
      `psql, as an administrator of the database: CREATE ROLE ${quoteIdentifier(serverRole)} LOGIN PASSWORD '...'`,
      `.env: DATABASE_OWNER_URL= as DATABASE_URL is now, and DATABASE_URL= the same with ${serverRole} and its password`,
    ],
  };
}

async function readRole(url: string): Promise<string> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 10_000 });
  client.on('error', () => undefined);
  await client.connect();
  try {
    const { rows } = await client.query<{ role: string }>('select current_user as role');
    return rows[0]?.role ?? '';
  } finally {
    await client.end().catch(() => undefined);
  }
}

const canConnect = (url: string) =>
  readRole(url).then(
    () => true,
    () => false,
  );

/**
 * Returns the address of the same database for another role. An address may name its role before the host or in its
 * parameters.
 */
export function withRole(url: string, role: string, password: string): string {
  const other = new URL(url);
  other.searchParams.delete('user');
  other.searchParams.delete('password');
  if (other.hostname === '') {
    other.searchParams.set('user', role);
    other.searchParams.set('password', password);
  } else {
    other.username = encodeURIComponent(role);
    other.password = encodeURIComponent(password);
  }
  return other.href;
}

/** Returns `url`, with the user of `roleUrl` when it names none. */
export function copyRole(roleUrl: string, url: string): string {
  const { searchParams, username } = new URL(url);
  if (username !== '' || searchParams.has('user')) return url;
  const { user = '', password } = new pg.Client({ connectionString: roleUrl });
  return withRole(url, user, password ?? '');
}

const ITERATIONS = 4096;

/**
 * Returns what PostgreSQL stores instead of a password (SCRAM-SHA-256, RFC 5803). It is sent in place of the password,
 * which then appears in no statement and in no log of the database. For passwords of letters, digits, `-` and `_`.
 */
export function createVerifier(password: string): string {
  const salt = randomBytes(16);
  const salted = pbkdf2Sync(password, salt, ITERATIONS, 32, 'sha256');
  const clientKey = createHmac('sha256', salted).update('Client Key').digest();
  const storedKey = createHash('sha256').update(clientKey).digest('base64');
  const serverKey = createHmac('sha256', salted).update('Server Key').digest('base64');
  return `SCRAM-SHA-256$${ITERATIONS}:${salt.toString('base64')}$${storedKey}:${serverKey}`;
}

export const generatePassword = () => randomBytes(32).toString('base64url');
