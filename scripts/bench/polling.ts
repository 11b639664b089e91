// CPU per `GET /api/users/my`, which every open browser asks every five seconds: our server beside a bare one.
// npm run bench -- polling [--write]
import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { availableParallelism, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { buildSignedIn } from '../../portal/accounts/server/accounts.factory.ts';
import { systemClock } from '../../server/clock.ts';
import { readConfig } from '../../app/server/read-config.ts';
import { removeCluster } from '../../server/database/cluster-owner.ts';
import { connect } from '../../server/database/connect.ts';
import { startEmbeddedDatabase } from '../../server/database/embedded.ts';
import { migrate } from '../../server/database/migrate.ts';
import type { Deps } from '../../server/http/call.ts';
import type { Task } from './polled-server.ts';
import { writeSection } from './write-section.ts';

/** Many short ones: what else the machine does then falls on both. */
const ROUNDS = 25;
const CALLS = 500;
const WARM_UP_CALLS = 3000;
const AT_ONCE = 16;
const SECRET = 'only-for-the-bench-only-for-the-bench';

const SQL: Task['sql'] = {
  session: `select "users"."id", "users"."role", "users"."verified", "sessions"."id" as "sessionId" from "sessions"
    inner join "users" on "users"."id" = "sessions"."user_id" where "sessions"."id" = $1 and "sessions"."expires_at" > $2
    and "users"."status" = $3 and "users"."deleted_at" is null`,
  user: `select "id", "email", "username", "full_name", "phone", "country", "role", "status", "verified",
    (select balance_cents / 100.0::float8 from credit_accounts where user_id = users.id and unit = 'MAIN') as "credit_balance",
    (select balance_cents / 100.0::float8 from credit_accounts where user_id = users.id and unit = 'AI') as "ai_credit_balance",
    (select coalesce(json_agg(json_build_object('id', unread.id, 'message', unread.message, 'url', unread.url, 'date',
              to_char(unread.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')) order by unread.id desc), '[]')
       from (select n.id, n.message, n.url, n.created_at
               from notification_recipients r join notifications n on n.id = r.notification_id
              where r.user_id = users.id and r.read_at is null order by n.id desc limit 50) unread) as "notifications",
    exists (select 1 from sessions seen join users support on support.id = seen.user_id
             where seen.last_seen_at > $2 and support.role = 'ADMIN' and support.status = 'ACTIVE'
               and support.deleted_at is null) as "admin_online"
    from "users" where "users"."deleted_at" is null and "id" = $1`,
};

interface Rival {
  kind: Task['kind'];
  child: ChildProcess;
  port: number;
  agent: Agent;
  etag: string;
}

async function startRival(kind: Task['kind'], databaseUrl: string, folder: string): Promise<Rival> {
  const child = fork(fileURLToPath(new URL('polled-server.ts', import.meta.url)), {
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    // Not the launcher's: this channel is the bench's, and the server stays for as long as it is open.
    execArgv: [],
  });
  child.once('exit', (code) => {
    if (code !== 0) throw new Error(`The ${kind} server ended with ${code}`);
  });
  child.send({ kind, databaseUrl, sessionSecret: SECRET, folder, sql: SQL } satisfies Task);
  const [{ port }] = (await once(child, 'message')) as [{ port: number }];
  return { kind, child, port, agent: new Agent({ keepAlive: true, maxSockets: AT_ONCE }), etag: '' };
}

async function cpuMicroseconds({ child }: Rival): Promise<number> {
  child.send('cpu');
  const [{ cpu }] = (await once(child, 'message')) as [{ cpu: NodeJS.CpuUsage }];
  return cpu.user + cpu.system;
}

function callOnce({ port, agent }: Rival, token: string, etag: string): Promise<{ status: number; etag: string }> {
  return new Promise((resolve, reject) => {
    const headers = { authorization: `Bearer ${token}`, ...(etag === '' ? {} : { 'if-none-match': etag }) };
    const call = request({ host: '127.0.0.1', port, path: '/api/users/my', agent, headers }, (reply) => {
      reply.resume();
      reply.on('end', () => resolve({ status: reply.statusCode ?? 0, etag: reply.headers.etag ?? '' }));
    });
    call.on('error', reject);
    call.end();
  });
}

/** Microseconds of the server's CPU for one of so many calls, sixteen at once. */
async function measure(rival: Rival, token: string, status: 200 | 304, calls = CALLS): Promise<number> {
  const before = await cpuMicroseconds(rival);
  let left = calls;
  const worker = async () => {
    while (left > 0) {
      left -= 1;
      const reply = await callOnce(rival, token, status === 304 ? rival.etag : '');
      if (reply.status !== status) throw new Error(`${rival.kind} answered ${reply.status} instead of ${status}`);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
  return ((await cpuMicroseconds(rival)) - before) / calls;
}

const median = (values: readonly number[]) =>
  [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] as number;

type Figures = Record<200 | 304, Record<Task['kind'], number[]>>;

async function compare(databaseUrl: string, token: string, folder: string): Promise<Figures> {
  const rivals = [await startRival('ours', databaseUrl, folder), await startRival('bare', databaseUrl, folder)];
  const figures: Figures = { 200: { ours: [], bare: [] }, 304: { ours: [], bare: [] } };
  for (const rival of rivals) {
    rival.etag = (await callOnce(rival, token, '')).etag;
    await measure(rival, token, 200, WARM_UP_CALLS);
  }
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const status of [200, 304] as const) {
      // In turns, and each first in every other round, so that a busy machine is busy for both.
      for (const rival of round % 2 === 0 ? rivals : rivals.toReversed()) {
        figures[status][rival.kind].push(await measure(rival, token, status));
      }
    }
  }
  for (const { child, agent } of rivals) {
    agent.destroy();
    const ended = once(child, 'exit');
    child.disconnect();
    await ended;
  }
  return figures;
}

function tableOf(figures: Figures): string {
  const rows = ([200, 304] as const).map((status) => {
    const { ours, bare } = figures[status];
    const ratios = ours.map((value, round) => value / (bare[round] as number));
    const spread = `${Math.min(...ratios).toFixed(2)} to ${Math.max(...ratios).toFixed(2)}`;
    return `| ${status} | ${median(ours).toFixed(0)} | ${median(bare).toFixed(0)} | ${median(ratios).toFixed(2)} | ${spread} |`;
  });
  return [
    '| Answer | Tunedesk, µs | bare, µs | ratio | of the rounds |',
    '| --- | --- | --- | --- | --- |',
    ...rows,
  ].join('\n');
}

async function main(): Promise<void> {
  const dataDir = mkdtempSync(join(tmpdir(), 'tunedesk-bench-'));
  const database = await startEmbeddedDatabase({ dataDir, durable: false, log: () => undefined });
  try {
    await migrate(database.url);
    const connection = connect(database.url, 2);
    const deps = { db: connection.db, clock: systemClock, config: readConfig({}, dataDir), sessionSecret: SECRET };
    const { token } = await buildSignedIn(deps as Deps);
    await connection.close();
    const table = tableOf(await compare(database.url, token, dataDir));
    console.log(`\nServer CPU per GET /api/users/my, medians of ${ROUNDS} rounds of ${CALLS} calls\n\n${table}\n`);
    if (process.argv.includes('--write')) {
      writeSection('Polling: GET /api/users/my', [
        `${new Date().toISOString().slice(0, 10)} · \`npm run bench -- polling --write\` · Node ${process.versions.node}, ${availableParallelism()} cores, load average ${(loadavg()[0] as number).toFixed(1)}`,
        `CPU of the server process for one call (user and system), medians of ${ROUNDS} rounds of ${CALLS} calls, ${AT_ONCE} at once. The bare server is \`node:http\` with the same token check, the same two queries over the same driver, the same JSON and the same tag, in turns with ours in one run.`,
        table,
      ]);
    }
  } finally {
    await database.stop();
    removeCluster(dataDir);
    rmSync(dataDir, { recursive: true, force: true });
  }
}

await main();
