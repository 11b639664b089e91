import multipart from '@fastify/multipart';
import Fastify from 'fastify';
import { sql } from 'kysely';
import * as z from 'zod/mini';
import { expect, test } from 'vitest';
import { endpoint } from '../../contract/endpoint.ts';
import { limitUploads } from '../../features/files/upload-limit/server/upload-limit.ts';
import { quietFeed } from '../testing/quiet-feed.ts';
import { handle } from './call.ts';
import { divideResources } from './callers.ts';
import { mountAll } from './mount.ts';
import { openPollMemory } from './polls.ts';
import { replyToError } from './replies.ts';
import { app, openStage } from '../testing/stage.ts';

openStage();
/** Ends whatever hangs elsewhere. */
let release = () => {};

const slow = endpoint({
  method: 'PUT',
  path: '/slow',
  who: 'signed-in',
  timeoutSeconds: 0.3,
  input: z.object({ hangs: z.enum(['in the database', 'elsewhere']) }),
  reply: z.object({ done: z.boolean() }),
});

/** Starts a server with one slow call beside the calls of the product. */
async function startSlow() {
  const server = Fastify();
  server.setErrorHandler((error, request, reply) => replyToError(error, request, reply));
  await server.register(multipart);
  divideResources(server, async () => ({ id: 17, role: 'CUSTOMER' }));
  const change = handle(slow, ({ deps, input }) =>
    deps.db.transaction().execute(async (tx) => {
      await sql`insert into solutions (name, code, type, credits) values ('Late', 'LATE', 'OPTION', 1)`.execute(tx);
      if (input.hangs === 'in the database') await sql`select pg_sleep(20)`.execute(tx);
      else await new Promise<void>((resolve) => (release = resolve));
      return { done: true };
    }),
  );
  mountAll(server, [slow], [change], {
    deps: app.deps,
    authenticate: async () => ({ id: 17, role: 'CUSTOMER', staff_capabilities: null, verified: true, sessionId: 's' }),
    holdSession: async () => true,
    readTokenUser: async () => null,
    hasSecondFactor: async () => false,
    polls: openPollMemory({
      feed: quietFeed(),
      clock: app.clock,
      findSession: async () => null,
      sourcesOfSession: async () => null,
    }),
    activationNeeded: async () => new Error('not asked for'),
    uploads: limitUploads(app.deps),
  });
  await server.ready();
  return server;
}

const selectLate = () => sql`select from solutions where code = 'LATE'`.execute(app.db);

test.each(['in the database', 'elsewhere'] as const)(
  'a call that hangs %s ends with 503 and a sentence, and none of its work is done later',
  async (hangs) => {
    const server = await startSlow();
    const reply = await server.inject({
      method: 'PUT',
      url: '/api/slow',
      headers: { authorization: 'Bearer a.b.c', 'content-type': 'application/json' },
      payload: { hangs },
    });
    expect([reply.statusCode, reply.headers['retry-after'], reply.json()]).toEqual([
      503,
      '5',
      { code: 'http.too_slow', message: 'This took too long and was stopped. Please try again in a moment.' },
    ]);
    release();
    // Nothing is running any more, and no transaction is idle.
    const open = sql`select from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()
                      and state <> 'idle' and backend_type = 'client backend'`;
    await expect.poll(async () => (await open.execute(app.db)).rows.length, { interval: 50 }).toBe(0);
    expect((await selectLate()).rows).toHaveLength(0);
    await server.close();
  },
);
