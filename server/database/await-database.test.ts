import { connect, createServer } from 'node:net';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestDatabase } from '../testing/database.ts';
import { awaitDatabase } from './await-database.ts';

const SECRET = 'Geheim-77';

let database: Awaited<ReturnType<typeof createTestDatabase>>;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

async function openTo(
  url: string,
  timeoutMs = 0,
  lines: string[] = [],
): Promise<{ lines: string[]; sentence: string }> {
  try {
    await awaitDatabase(url, { log: (line) => lines.push(line), timeoutMs });
    return { lines, sentence: 'open' };
  } catch (error) {
    return { lines, sentence: (error as Error).message };
  }
}

/** Responds to every connection like a PostgreSQL that refuses it with this code. */
async function refusing<Result>(
  code: string,
  message: string,
  work: (port: number) => Promise<Result>,
): Promise<Result> {
  const fields = Buffer.from(`SFATAL\0C${code}\0M${message}\0\0`);
  const length = Buffer.alloc(4);
  length.writeInt32BE(fields.length + 4);
  const server = createServer((socket) => {
    socket.on('error', () => undefined);
    socket.once('data', () => socket.end(Buffer.concat([Buffer.from('E'), length, fields])));
  });
  const port = await new Promise<number>((resolve) => {
    server.listen(0, '127.0.0.1', () => resolve((server.address() as { port: number }).port));
  });
  try {
    return await work(port);
  } finally {
    server.close();
  }
}

describe('a DATABASE_URL that cannot be used is refused with one sentence that names the remedy', () => {
  test.each([
    [
      '28P01',
      'password authentication failed for user "desk"',
      'does not let user "desk" in; correct user name and password',
    ],
    ['28000', 'no pg_hba.conf entry for host', 'does not let user "desk" in'],
    ['3D000', 'database "tunedesk" does not exist', 'has no database "tunedesk"; create it (create database tunedesk)'],
    ['57P03', 'the database system is starting up', 'accepts connections after 0 s; start PostgreSQL there'],
    ['53300', 'sorry, too many clients already', 'accepts connections after 0 s'],
    ['XX000', `something about ${SECRET}`, 'cannot be used (something about …); correct the address.'],
  ])('%s %s', async (code, message, part) => {
    const { sentence } = await refusing(code, message, (port) =>
      openTo(`postgresql://desk:${SECRET}@127.0.0.1:${port}/tunedesk`),
    );
    expect(sentence).toContain(part);
    expect(sentence).toMatch(/^DATABASE_URL: .*127\.0\.0\.1:\d+/);
    expect(sentence).not.toContain(SECRET);
  });

  test('an unknown host', async () => {
    const { sentence } = await openTo(`postgresql://desk:${SECRET}@no-such-host.invalid/tunedesk`);
    expect(sentence).toBe('DATABASE_URL: there is no host "no-such-host.invalid:5432"; correct its name.');
  });

  test('a database that does not exist, on a real server', async () => {
    const url = new URL(database.ownerUrl);
    url.pathname = '/not_there';
    expect((await openTo(url.href)).sentence).toContain('has no database "not_there"');
  });

  test('a user who may not create tables in an empty database', async () => {
    const client = new pg.Client({ connectionString: database.ownerUrl });
    await client.connect();
    await client.query(`create role visitor login password '${SECRET}'`);
    await client.query('create database visited');
    try {
      const url = new URL(database.ownerUrl);
      url.pathname = '/visited';
      url.username = 'visitor';
      url.password = SECRET;
      expect((await openTo(url.href)).sentence).toMatch(
        /^DATABASE_URL: user "visitor" may not make tables in database "visited"; make it the owner \(alter database visited owner to visitor\)\.$/,
      );
    } finally {
      await client.query('drop database visited');
      await client.query('drop role visitor');
      await client.end();
    }
  });
});

describe('a database that is not up yet', () => {
  const nothingThere = 'postgresql://desk@127.0.0.1:1/tunedesk';

  test('is waited for, with a line that names it, and then refused', async () => {
    const { lines, sentence } = await openTo(nothingThere, 700);
    expect(lines).toEqual(['Waiting for the database at 127.0.0.1:1 (DATABASE_URL) …']);
    expect(sentence).toBe(
      'DATABASE_URL: nothing at 127.0.0.1:1 accepts connections after 1 s; start PostgreSQL there, or correct the address.',
    );
  });

  test('is used as soon as it is reachable', async () => {
    const port = await refusing('57P03', 'starting up', (free) => Promise.resolve(free));
    const url = new URL(database.ownerUrl);
    const socket = `${url.searchParams.get('host')}/.s.PGSQL.5432`;
    const waiting: string[] = [];
    const target = `postgresql://${url.username}:${url.password}@127.0.0.1:${port}${url.pathname}`;
    const opening = openTo(target, 20_000, waiting);
    await expect.poll(() => waiting).toHaveLength(1);
    const late = createServer((client) => {
      const server = connect(socket);
      for (const end of [client, server]) end.on('error', () => undefined);
      client.pipe(server).pipe(client);
    });
    await new Promise<void>((resolve) => late.listen(port, '127.0.0.1', resolve));
    const { lines, sentence } = await opening;
    late.close();
    expect(sentence).toBe('open');
    expect(lines).toHaveLength(1);
  });

  test('a database that is already up opens immediately', async () => {
    expect(await openTo(database.ownerUrl)).toEqual({ lines: [], sentence: 'open' });
  });
});
