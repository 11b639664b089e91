import { mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { pino } from 'pino';
import { inject } from 'vitest';
import { hasQuery, listParameterNames, type Endpoint, type InputOf } from '../../contract/endpoint.ts';
import { buildApp } from '../../app/server/app.ts';
import { useLedgerSeal } from '../../features/credits/server/ledger-seal.ts';
import { openLedger } from '../../features/credits/server/open-ledger.ts';
import type { Config } from '../config.ts';
import { readConfig } from '../../app/server/read-config.ts';
import { connect } from '../database/connect.ts';
import type { Replica } from '../database/replica.ts';
import { openEventFeed } from '../events/event-feed.ts';
import type { Deps } from '../http/call.ts';
import { makeProofKey } from '../proof-key.ts';
import { openMetrics } from '../metrics/metrics.ts';
import type { DiskSpace } from '../storage/disk-space.ts';
import { createRecentStorage } from '../storage/recent-storage.ts';
import { openFileStorage } from '../storage/file-storage.ts';
import { createCompressedStorage } from '../storage/compression/compressed-storage.ts';
import type { Storage } from '../storage/storage.ts';
import { createTestDatabase } from './database.ts';
import { openLazyEcuPool } from './lazy-ecu-pool.ts';
import { MONITOR_TOKEN } from './read-health.ts';
import { findReplyFault } from './strict-reply.ts';
import { createTestClock } from './test-clock.ts';

// oxlint-disable-next-line typescript/no-explicit-any -- checked against the endpoint's schema before a test sees it
export interface Reply<Body = any> {
  status: number;
  headers: Headers;
  body: Body;
  bytes: Uint8Array;
}

export interface CallOptions {
  token?: string | undefined;
  file?: { name: string; bytes: Uint8Array<ArrayBuffer> } | undefined;
  headers?: Record<string, string>;
}

export type TestApp = Awaited<ReturnType<typeof startTestApp>>;

interface TestSurroundings {
  space?: DiskSpace;
  filesIn?: string;
  storage?: Storage;
  logLines?: string[];
  /** Start as another process of the same portal, with that one's database and folder. */
  beside?: { databaseUrl: string; ownerUrl: string; folder: string };
  replica?: Replica;
  /** Folder of a built web app; without it only the API is served. */
  webFolder?: string | null;
}

/** Creates a database and a folder of its own. */
async function makePlace() {
  const database = await createTestDatabase();
  const folder = await mkdtemp(join(inject('throwawayFolder'), 'app-'));
  const remove = async () => {
    await database.drop();
    await rm(folder, { recursive: true, force: true });
  };
  return { database, folder, remove };
}

const placeOf = ({ databaseUrl: url, ownerUrl, folder }: Required<TestSurroundings>['beside']) => ({
  database: { url, ownerUrl },
  folder,
  remove: async () => undefined,
});

/** Starts the real program over a database and a storage folder of its own, listening on a free port. */
export async function startTestApp(
  config: Partial<Config> = {},
  { space, filesIn, storage, logLines, webFolder = null, beside, replica }: TestSurroundings = {},
) {
  const { database, folder, remove } = beside === undefined ? await makePlace() : placeOf(beside);
  const connection = connect(database.url, 20);
  const owner = connect(database.ownerUrl, 2);
  const settings = { ...readConfig({}, folder), metricsToken: MONITOR_TOKEN, ...config };
  useLedgerSeal(owner.db, await openLedger(connection.db, { ...settings, dataDir: folder }, () => undefined));
  const clock = createTestClock();
  const files =
    storage ?? createRecentStorage(createCompressedStorage(await openFileStorage(filesIn ?? folder, space)));
  const deps: Deps = {
    db: connection.db,
    storage: files,
    clock,
    config: settings,
    log: pino({ level: 'silent' }),
    ecu: openLazyEcuPool(files),
    proofKey: makeProofKey(),
    pushKey: 'BP-only-for-tests',
    sessionSecret: 'only-for-tests-only-for-tests-only',
    webhookSecret: 'only-for-tests',
  };
  const news = openEventFeed(database.url);
  const metrics = config.metricsToken ? openMetrics() : null;
  const app = await buildApp({
    deps,
    feed: news,
    logger: loggerInto(logLines),
    webFolder,
    metrics,
    replica: replica ?? null,
  });
  const url = await app.listen({ port: 0, host: '127.0.0.1' });
  return {
    ...deps,
    deps,
    clock,
    news,
    url,
    /** Node's own server, for tests of its timeouts. */
    server: app.server,
    folder,
    databaseUrl: database.url,
    ownerUrl: database.ownerUrl,
    /** Bypasses everything that limits the server's role: for preparing tests, and for what an intruder could do. */
    ownerDb: owner.db,
    settled: () => app.settled(),
    call: <E extends Endpoint>(
      endpoint: E,
      input: Partial<InputOf<E>> | Record<string, unknown>,
      options?: CallOptions,
    ) => callEndpoint(url, endpoint, input, options),
    async stop() {
      await app.close();
      await deps.ecu.close();
      await connection.close();
      await owner.close();
      await remove();
    },
  };
}

/** Appends each line of the structured log to `logLines`; without it nothing is logged. */
const loggerInto = (logLines: string[] | undefined) =>
  logLines === undefined ? false : { level: 'debug', stream: { write: (line: string) => void logLines.push(line) } };

/** Makes one call over HTTP, with the input placed where the endpoint reads it. */
export async function callEndpoint(
  url: string,
  endpoint: Endpoint,
  input: Record<string, unknown>,
  { token, file, headers = {} }: CallOptions = {},
): Promise<Reply> {
  const inPath = listParameterNames(endpoint.path);
  const path = endpoint.path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(input[name])));
  const rest = Object.fromEntries(Object.entries(input).filter(([name]) => !inPath.includes(name)));
  const query = hasQuery(endpoint) ? new URLSearchParams(rest as Record<string, string>).toString() : '';
  const reply = await readReply(
    await fetch(`${url}/api${path}${query && `?${query}`}`, {
      method: endpoint.method,
      headers: {
        ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
        ...jsonHeader(endpoint),
        ...headers,
      },
      ...(hasQuery(endpoint) ? {} : { body: buildBody(endpoint, rest, file) }),
    }),
  );
  const fault = findReplyFault(endpoint, reply.status, reply.body);
  if (fault !== null) throw new Error(`${endpoint.method} ${endpoint.path} answered ${reply.status}: ${fault}`);
  return reply;
}

const jsonHeader = (endpoint: Endpoint): Record<string, string> =>
  hasQuery(endpoint) || endpoint.file !== undefined ? {} : { 'content-type': 'application/json' };

function buildBody(endpoint: Endpoint, fields: Record<string, unknown>, file: CallOptions['file']): string | FormData {
  if (endpoint.file === undefined) return JSON.stringify(fields);
  const form = new FormData();
  // In the order of the spec: the file comes before the fields that describe it.
  if (file) form.append(endpoint.fileField ?? 'file', new Blob([file.bytes]), file.name);
  form.append('jsonData', JSON.stringify(fields));
  return form;
}

async function readReply(response: Response): Promise<Reply> {
  const bytes = new Uint8Array(await response.arrayBuffer());
  const isJson = response.headers.get('content-type')?.includes('json') ?? false;
  const body: unknown = isJson && bytes.length > 0 ? JSON.parse(new TextDecoder().decode(bytes)) : undefined;
  return { status: response.status, headers: response.headers, body, bytes };
}
