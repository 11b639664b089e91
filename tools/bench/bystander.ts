// What one customer notices while others strain the portal with passwords, polls of a long ticket and slow uploads.
// npm run bench -- bystander [--write]; exits with 1 when a download or a poll takes three times its idle time or more.
import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { Agent, request } from 'node:http';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { fileURLToPath } from 'node:url';
import { hash } from '@node-rs/argon2';
import { sql } from 'kysely';
import { buildSignedIn } from '../../features/accounts/server/accounts.factory.ts';
import { buildFile } from '../../features/files/server/files.factory.ts';
import { buildTicket } from '../../features/tickets/server/tickets.factory.ts';
import { connect } from '../../server/database/connect.ts';
import { openFileStorage } from '../../server/storage/file-storage.ts';
import { withBenchPortal, type Server } from './bench-portal.ts';
import type { Counts, Load } from './bystander-load.ts';
import { headline, markdownTable, writeSection } from './write-section.ts';
import { composeDeps } from '../../server/testing/compose-deps.ts';

const SECRET = 'only-for-the-bench-only-for-the-bench';
const PASSWORD = 'Petrol-Teal-26';
const MAX_RATIO = 3;
const SAMPLES = 80;
const PAUSE_MS = 25;
const WARM_UP = 30;
/** Time until the allowances saved up for busy moments are used up. */
const SETTLE_MS = 8_000;
const FILE_BYTES = 2 * 1024 * 1024;
const MESSAGES = 10_000;

interface World {
  bystander: { token: string; fileId: number };
  load: Omit<Load, 'url'>;
}

/** Builds a customer with a file, and the customers who strain the portal. */
async function build(databaseUrl: string, server: Server): Promise<World> {
  const connection = connect(databaseUrl, 2);
  const storage = await openFileStorage(join(server.dataDir, 'files'));
  const deps = composeDeps({ db: connection.db, dataDir: server.dataDir, storage, sessionSecret: SECRET });
  const signIn = () => buildSignedIn(deps);
  const { id, token } = await signIn();
  const file = await buildFile(deps, { user_id: id, bytes: Buffer.alloc(FILE_BYTES, 'ECU ') });
  const talker = await signIn();
  const ticket = await buildTicket(deps, { file_id: (await buildFile(deps, { user_id: talker.id })).id });
  await sql`insert into ticket_messages (ticket_id, user_id, message)
            select ${ticket.id}, ${talker.id}, repeat('x', 4000) from generate_series(1, ${MESSAGES})`.execute(deps.db);
  // Hashed like in the portal, unlike the passwords of the factories.
  const password_hash = await hash(PASSWORD);
  const accounts = await Promise.all(Array.from({ length: 50 }, () => buildSignedIn(deps, { password_hash })));
  const uploaders = await Promise.all(Array.from({ length: 200 }, signIn));
  await sql`analyze`.execute(deps.db);
  await connection.close();
  return {
    bystander: { token, fileId: file.id },
    load: {
      logins: accounts.map(({ email }) => ({ email, password: PASSWORD })),
      wrongPasswords: { token: (accounts[0] as { token: string }).token, atOnce: 50 },
      polls: { token: talker.token, ticketId: ticket.id, atOnce: 60 },
      uploads: uploaders.map((uploader) => uploader.token),
    },
  };
}

interface Samples {
  download: number[];
  poll: number[];
}

async function time(url: string, agent: Agent, token: string, bytes: number): Promise<number> {
  const startedAt = performance.now();
  await new Promise<void>((resolve, reject) => {
    const call = request(url, { agent, headers: { authorization: `Bearer ${token}` } }, (reply) => {
      let received = 0;
      reply.on('data', (chunk: Buffer) => (received += chunk.byteLength));
      reply.on('end', () =>
        reply.statusCode === 200 && received >= bytes
          ? resolve()
          : reject(new Error(`${url} answered ${reply.statusCode} with ${received} bytes`)),
      );
    });
    call.on('error', reject);
    call.end();
  });
  return performance.now() - startedAt;
}

async function sample(server: Server, { token, fileId }: World['bystander'], rounds = SAMPLES): Promise<Samples> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const samples: Samples = { download: [], poll: [] };
  for (let round = 0; round < rounds; round += 1) {
    samples.download.push(await time(`${server.url}/api/files/${fileId}/download`, agent, token, FILE_BYTES));
    samples.poll.push(await time(`${server.url}/api/users/my`, agent, token, 100));
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
  }
  agent.destroy();
  return samples;
}

async function underLoad<Result>(load: Load, run: () => Promise<Result>): Promise<{ result: Result; counts: Counts }> {
  const child: ChildProcess = fork(fileURLToPath(new URL('bystander-load.ts', import.meta.url)), { execArgv: [] });
  try {
    child.send(load);
    await new Promise((resolve) => setTimeout(resolve, SETTLE_MS));
    const result = await run();
    child.send('counts');
    const [counts] = (await once(child, 'message')) as [Counts];
    return { result, counts };
  } finally {
    const ended = once(child, 'exit');
    child.kill('SIGKILL');
    await ended;
  }
}

const at = (values: readonly number[], share: number) =>
  [...values].sort((one, other) => one - other)[Math.floor(values.length * share)] as number;

const NO_LOAD = { logins: [], uploads: [] };

type Scenario = { name: string; load: Partial<Omit<Load, 'url'>> };

const scenariosOf = ({ load }: World): Scenario[] => [
  { name: '50 wrong passwords of one customer at once', load: { wrongPasswords: load.wrongPasswords } },
  { name: '50 password checks, 50 wrong passwords, 60 polls of a ticket with 10 000 messages, 200 slow uploads', load },
];

interface Row {
  name: string;
  ratios: number[];
  line: string;
}

async function compare(server: Server, world: World, { name, load }: Scenario): Promise<Row> {
  const idleLoad = {
    ...NO_LOAD,
    wrongPasswords: { ...world.load.wrongPasswords, atOnce: 0 },
    polls: { ...world.load.polls, atOnce: 0 },
  };
  const before = await sample(server, world.bystander);
  const { result: busy, counts } = await underLoad({ ...idleLoad, ...load, url: server.url }, () =>
    sample(server, world.bystander),
  );
  await new Promise((resolve) => setTimeout(resolve, 2000));
  const after = await sample(server, world.bystander);
  console.log(name, JSON.stringify(counts));
  const figures = (['download', 'poll'] as const).flatMap((kind) => {
    const idle = [...before[kind], ...after[kind]];
    return [0.5, 0.95].map((share) => ({ idle: at(idle, share), busy: at(busy[kind], share) }));
  });
  const cells = figures.map(
    (one) => `${one.idle.toFixed(1)} → ${one.busy.toFixed(1)} (${(one.busy / one.idle).toFixed(2)})`,
  );
  const line = `| ${name} | ${cells.join(' | ')} |`;
  console.log(line);
  return { name, ratios: figures.map((one) => one.busy / one.idle), line };
}

async function main(): Promise<void> {
  const rows: Row[] = [];
  await withBenchPortal(
    async (databaseUrl, server) => {
      const world = await build(databaseUrl, server);
      await sample(server, world.bystander, WARM_UP);
      for (const scenario of scenariosOf(world)) rows.push(await compare(server, world, scenario));
    },
    // Each account that logs in has its own address, which the load sets.
    { SESSION_SECRET: SECRET, TRUSTED_PROXIES: '127.0.0.1' },
  );
  const worst = Math.max(...rows.flatMap(({ ratios }) => ratios));
  const table = markdownTable(
    ['Meanwhile', 'download, median', 'download, p95', 'poll, median', 'poll, p95'],
    rows.map(({ line }) => line),
  );
  console.log(`\n${table}\n\nworst ratio ${worst.toFixed(2)}, limit ${MAX_RATIO}\n`);
  if (process.argv.includes('--write')) {
    writeSection('A customer beside others who strain the portal', [
      headline('npm run bench -- bystander --write'),
      `Milliseconds of one customer's download of 2 MB and of his poll (GET /users/my): idle → while others do what the row says (ratio). ${SAMPLES} of each, one after the other; idle is measured before and after each row. Server, database, load and measurement share the cores. The command fails at a ratio of ${MAX_RATIO}; worst here: ${worst.toFixed(2)}.`,
      table,
    ]);
  }
  if (worst >= MAX_RATIO) process.exitCode = 1;
}

await main();
