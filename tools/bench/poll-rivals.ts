// Compares the CPU time of two servers, ours and a bare one, for the two calls that every open browser repeats; in
// turns, in one run.
import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { Agent, request } from 'node:http';
import { fileURLToPath } from 'node:url';
import type { Task } from './polled-server.ts';
import { markdownTable, median } from './write-section.ts';

const AT_ONCE = 16;
export const CALLS = 500;
const WARM_UP_CALLS = 3000;

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
  file: `select "files".*, "files"."price_cents" / 100.0::float8 as "price", "users"."username", "users"."email",
    "setter"."username" as "offer_set_by_name" from "files" inner join "users" on "users"."id" = "files"."user_id"
    left join "users" as "setter" on "setter"."id" = "files"."offer_set_by"
    where "files"."deleted_at" is null and "files"."user_id" = $1 and "files"."id" = $2`,
};

export const POLLS = ['GET /api/users/my', 'GET /api/files/{id}'] as const;
export const STATUSES = [200, 304] as const;

interface Rival {
  kind: Task['kind'];
  child: ChildProcess;
  port: number;
  agent: Agent;
}

interface RivalSetting {
  databaseUrl: string;
  sessionSecret: string;
  folder: string;
  customers: readonly Customer[];
  rounds: number;
}

/** A customer with their own session and file. */
export interface Customer {
  token: string;
  fileId: number;
}

async function startRival(kind: Task['kind'], { databaseUrl, sessionSecret, folder }: RivalSetting): Promise<Rival> {
  const child = fork(fileURLToPath(new URL('polled-server.ts', import.meta.url)), {
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    // Does not inherit the launcher's options: this IPC channel belongs to the bench, and the server runs for as long
    // as it is open.
    execArgv: [],
  });
  child.once('exit', (code) => {
    if (code !== 0) throw new Error(`The ${kind} server ended with ${code}`);
  });
  child.send({ kind, databaseUrl, sessionSecret, folder, sql: SQL } satisfies Task);
  const [{ port }] = (await once(child, 'message')) as [{ port: number }];
  return { kind, child, port, agent: new Agent({ keepAlive: true, maxSockets: AT_ONCE }) };
}

async function cpuMicroseconds({ child }: Rival): Promise<number> {
  child.send('cpu');
  const [{ cpu }] = (await once(child, 'message')) as [{ cpu: NodeJS.CpuUsage }];
  return cpu.user + cpu.system;
}

interface Call {
  path: string;
  token: string;
  /** ETag for a conditional request; empty for an unconditional one. */
  etag: string;
}

function callOnce({ port, agent }: Rival, { path, token, etag }: Call): Promise<{ status: number; etag: string }> {
  return new Promise((resolve, reject) => {
    const headers = { authorization: `Bearer ${token}`, ...(etag === '' ? {} : { 'if-none-match': etag }) };
    const call = request({ host: '127.0.0.1', port, path, agent, headers }, (reply) => {
      reply.resume();
      reply.on('end', () => resolve({ status: reply.statusCode ?? 0, etag: reply.headers.etag ?? '' }));
    });
    call.on('error', reject);
    call.end();
  });
}

const learnTag = async (rival: Rival, call: Call): Promise<Call> => ({
  ...call,
  etag: (await callOnce(rival, call)).etag,
});

/** Measures the server's CPU time per call in microseconds, with sixteen calls at once, customer by customer. */
async function measure(rival: Rival, calls: readonly Call[], count = CALLS): Promise<number> {
  const expected = calls[0]?.etag === '' ? 200 : 304;
  const before = await cpuMicroseconds(rival);
  let left = count;
  const worker = async () => {
    while (left > 0) {
      left -= 1;
      const { status } = await callOnce(rival, calls[left % calls.length] as Call);
      if (status !== expected) throw new Error(`${rival.kind} replied ${status} instead of ${expected}`);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
  return ((await cpuMicroseconds(rival)) - before) / count;
}

interface PollFigures {
  poll: (typeof POLLS)[number];
  status: 200 | 304;
  ours: number[];
  bare: number[];
}

/** Measures microseconds of CPU for each poll and status, one figure per round. */
export async function compareRivals(setting: RivalSetting): Promise<PollFigures[]> {
  const rivals = [await startRival('ours', setting), await startRival('bare', setting)];
  const figures: PollFigures[] = [];
  for (const poll of POLLS) {
    const calls = setting.customers.map(({ token, fileId }) => ({
      path: poll.replace('GET ', '').replace('{id}', String(fileId)),
      token,
      etag: '',
    }));
    const of: Record<200 | 304, PollFigures> = {
      200: { poll, status: 200, ours: [], bare: [] },
      304: { poll, status: 304, ours: [], bare: [] },
    };
    figures.push(of[200], of[304]);
    for (const rival of rivals) await measure(rival, calls, WARM_UP_CALLS);
    for (let round = 0; round < setting.rounds; round += 1) {
      for (const status of STATUSES) {
        // The servers take turns, and each goes first in every other round, so that a busy machine affects both alike.
        for (const rival of round % 2 === 0 ? rivals : rivals.toReversed()) {
          const known = status === 200 ? calls : await Promise.all(calls.map((call) => learnTag(rival, call)));
          of[status][rival.kind].push(await measure(rival, known));
        }
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

const computeRatios = ({ ours, bare }: PollFigures): number[] =>
  ours.map((value, round) => value / (bare[round] as number));

export const tableOfRivals = (figures: readonly PollFigures[]): string =>
  markdownTable(
    ['Poll', 'Status', 'Tunedesk, µs', 'bare, µs', 'ratio', 'of the rounds'],
    figures.map((of) => {
      const ratios = computeRatios(of);
      const spread = `${Math.min(...ratios).toFixed(2)} to ${Math.max(...ratios).toFixed(2)}`;
      return `| ${of.poll} | ${of.status} | ${median(of.ours).toFixed(0)} | ${median(of.bare).toFixed(0)} | ${median(ratios).toFixed(2)} | ${spread} |`;
    }),
  );
