// One of the two servers compared by `polling.ts`, which starts this file once for each and asks over IPC for the CPU
// time used.
import { hash } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { jwtVerify } from 'jose';
import pg from 'pg';
import { buildApp } from '../../app/server/app.ts';
import { systemClock } from '../../server/clock.ts';
import { readConfig } from '../../app/server/read-config.ts';
import { connect } from '../../server/database/connect.ts';
import { inThreads, openEcuPool } from '../../features/files/analysis/server/ecu-work.ts';
import { openEventFeed } from '../../server/events/event-feed.ts';
import { makeProofKey } from '../../server/proof-key.ts';
import { openFileStorage } from '../../server/storage/file-storage.ts';

export interface Task {
  kind: 'ours' | 'bare';
  databaseUrl: string;
  sessionSecret: string;
  /** Removed at the end of the run. */
  folder: string;
  /** SQL of the queries: for the session, and for what a poll reads. */
  sql: { session: string; user: string; file: string };
}

const CONNECTIONS = 20;

async function startOurs({ databaseUrl, sessionSecret, folder }: Task): Promise<number> {
  const storage = await openFileStorage(`${folder}/files`);
  const app = await buildApp({
    deps: {
      db: connect(databaseUrl, CONNECTIONS).db,
      storage,
      clock: systemClock,
      config: readConfig({}, folder),
      pushKey: '',
      ecu: inThreads(openEcuPool(), storage),
      proofKey: makeProofKey(),
      sessionSecret,
      webhookSecret: '',
    },
    feed: openEventFeed(databaseUrl),
    // The level of `npm start`: successful requests are below it.
    logger: { level: 'info' },
    webFolder: null,
  });
  await app.listen({ port: 0, host: '127.0.0.1' });
  return (app.server.address() as AddressInfo).port;
}

/** A server without caches: verifies the token, finds the session, reads the row, writes JSON and computes the ETag. */
async function startBare({ databaseUrl, sessionSecret, sql }: Task): Promise<number> {
  const types: pg.CustomTypesConfig = {
    getTypeParser: (oid, format) =>
      oid === pg.types.builtins.INT8 ? Number : (pg.types.getTypeParser(oid, format) as unknown),
  };
  const pool = new pg.Pool({ connectionString: databaseUrl, max: CONNECTIONS, types });
  const key = new TextEncoder().encode(sessionSecret);
  const options = { algorithms: ['HS256'], issuer: 'tunedesk', audience: 'tunedesk-web', currentDate: new Date(0) };
  const respond = async (request: IncomingMessage, response: ServerResponse) => {
    const token = request.headers.authorization?.slice('Bearer '.length) ?? '';
    const { jti } = (await jwtVerify(token, key, options)).payload;
    const session = await pool.query<{ id: number }>({
      name: 'session',
      text: sql.session,
      values: [jti, new Date(), 'ACTIVE'],
    });
    const userId = session.rows[0]?.id;
    const fileId = /^\/api\/files\/(\d+)$/.exec(request.url ?? '')?.[1];
    const read: pg.QueryConfig<unknown[]> =
      fileId === undefined
        ? { name: 'user', text: sql.user, values: [userId, new Date(Date.now() - 300_000)] }
        : { name: 'file', text: sql.file, values: [userId, fileId] };
    const body = JSON.stringify((await pool.query(read)).rows[0]);
    const etag = `"${hash('sha1', body, 'base64url')}"`;
    response.setHeader('etag', etag);
    if (request.headers['if-none-match'] === etag) {
      response.writeHead(304).end();
      return;
    }
    response
      .writeHead(200, { 'content-type': 'application/json; charset=utf-8', 'content-length': Buffer.byteLength(body) })
      .end(body);
  };
  const server = createServer((request, response) => {
    respond(request, response).catch(() => response.writeHead(500).end());
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  return (server.address() as AddressInfo).port;
}

process.once('message', (task: Task) => {
  const starting = task.kind === 'ours' ? startOurs(task) : startBare(task);
  starting.then(
    (port) => process.send?.({ port }),
    (error: unknown) => {
      process.stderr.write(`${String(error)}\n`);
      process.exit(1);
    },
  );
  process.on('message', () => process.send?.({ cpu: process.cpuUsage() }));
});
process.on('disconnect', () => process.exit(0));
