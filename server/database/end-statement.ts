import { createConnection } from 'node:net';
import pg from 'pg';

/** Ends what a connection is doing, by way of another connection. */
export type EndStatement = (pool: pg.Pool, client: pg.PoolClient) => Promise<void>;

/** What the client knows about the backend of its connection. */
interface Backend {
  processID: number | null;
  secretKey: number | null;
  host: string;
  port: number;
}

const TIMEOUT_MS = 5000;

/** Uses a connection of its own, because those of the pool may all be in use. */
export const endBackend: EndStatement = async (pool, client) => {
  const { processID } = client as unknown as Backend;
  if (processID === null) return;
  const other = new pg.Client({ ...pool.options, statement_timeout: TIMEOUT_MS });
  other.on('error', () => undefined);
  try {
    await other.connect();
    await other.query('select pg_terminate_backend($1)', [processID]);
  } catch {
    // The statement timeout ends it instead.
  } finally {
    await other.end().catch(() => undefined);
  }
};

const CANCEL_REQUEST = 80_877_102;

/**
 * A pooler gives its clients process ids of its own, so they cannot be used to end a backend. It forwards the
 * protocol's cancel request to the backend that it has lent; afterwards the connection is closed, and an open
 * transaction is rolled back.
 */
export const cancelStatement: EndStatement = (_pool, client) => {
  const { processID, secretKey, host, port } = client as unknown as Backend;
  if (processID === null || secretKey === null) return Promise.resolve();
  const request = Buffer.alloc(16);
  [request.length, CANCEL_REQUEST, processID, secretKey].forEach((number, at) => request.writeInt32BE(number, 4 * at));
  return new Promise((resolve) => {
    const place = host.startsWith('/') ? { path: `${host}/.s.PGSQL.${port}` } : { host, port };
    const socket = createConnection(place, () => socket.end(request));
    socket.setTimeout(TIMEOUT_MS, () => socket.destroy());
    socket.on('error', () => undefined);
    socket.once('close', () => resolve());
    socket.resume();
  });
};
