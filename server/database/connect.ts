import { Kysely, PostgresDialect, type Transaction } from 'kysely';
import pg from 'pg';
import { cancelStatement, endBackend } from './end-statement.ts';
import { shareConnections } from './callers.ts';
import { isTracing, traceStatements } from '../traces/trace.ts';
import type { Schema } from './schema.ts';

/** What queries run on: the pool, or an open transaction. */
export type Database = Kysely<Schema> | Transaction<Schema>;

/** Number of connections in a pool, and of callers waiting for one. */
export interface PoolUsage {
  open: number;
  idle: number;
  waiting: number;
}

export interface Connection {
  db: Kysely<Schema>;
  usage: () => PoolUsage;
  close(): Promise<void>;
}

const INT8 = 20;
const INT8_ARRAY = 1016;
const TIMESTAMPTZ = 1184;

/** Bounds the memory of a connection. Most reads are among the first; a further text is parsed and planned each time. */
const PREPARED_LIMIT = 300;

const parseInt8 = (text: string) => Number(text);
const parseTime = (text: string) => new Date(text).toISOString();

type Parser = (text: string) => unknown;

/** pg types its ids as an enumeration that the protocol does not have. */
const getParser = pg.types.getTypeParser as unknown as (oid: number, format?: string) => Parser;

const parsers = new Map<number, Parser>([
  [INT8, parseInt8],
  [TIMESTAMPTZ, parseTime],
  [INT8_ARRAY, (text) => (getParser(INT8_ARRAY)(text) as string[]).map(Number)],
]);

/** How the values that the portal's queries read are parsed. */
export const types: pg.CustomTypesConfig = {
  getTypeParser: (oid: number, format?: string) => parsers.get(oid) ?? getParser(oid, format),
};

interface ConnectOptions {
  /** Longest time for a statement; a transaction may idle five times as long between two of them. 0: no limit. */
  statementTimeoutMs?: number;
  /** A pooler in between gives each transaction another session, so nothing of a session may be set or used. */
  isPooled?: boolean;
  onError?: (error: Error) => void;
}

/** Opens a pool of at most `size` connections to the database at `url`, which callers share (callers.ts). */
export function connect(url: string, size = 20, options: ConnectOptions = {}): Connection {
  const { statementTimeoutMs = 0, isPooled = false, onError = () => undefined } = options;
  const pool = new pg.Pool({
    connectionString: url,
    max: size,
    types,
    connectionTimeoutMillis: 10_000,
    ...(statementTimeoutMs > 0 &&
      !isPooled && {
        statement_timeout: statementTimeoutMs,
        idle_in_transaction_session_timeout: 5 * statementTimeoutMs,
      }),
  });
  pool.on('error', onError);
  // The pool handles errors of idle connections only. On a connection that a transaction holds between two statements,
  // an error would end the whole program when PostgreSQL goes down; the transaction's next statement fails by itself.
  pool.on('connect', (client) => client.on('error', onError));
  const names = new Map<string, string>();
  if (!isPooled) pool.on('connect', (client) => prepareSelects(client, names));
  if (isTracing()) pool.on('connect', traceStatements);
  const db = new Kysely<Schema>({
    dialect: new PostgresDialect({ pool: shareConnections(pool, isPooled ? cancelStatement : endBackend) }),
  });
  const usage = () => ({ open: pool.totalCount, idle: pool.idleCount, waiting: pool.waitingCount });
  return { db, usage, close: () => db.destroy() };
}

/**
 * Written into a query (`modifyFront`) whose best plan depends on its values, such as the text of a search, so that
 * PostgreSQL plans it again each time.
 */
export const PLANNED_EACH_TIME = '/* planned each time */';

/**
 * Gives every SELECT a name, so that PostgreSQL parses and plans it once per connection: twice the throughput for the
 * reads that browsers poll. `names` are those of the pool's statements by their text.
 */
function prepareSelects(client: pg.PoolClient, names: Map<string, string>): void {
  const query = client.query.bind(client) as (...parameters: unknown[]) => unknown;
  client.query = ((...parameters: unknown[]) => {
    const [text, values] = parameters;
    const name = typeof text === 'string' && Array.isArray(values) ? nameStatement(text, names) : undefined;
    return name === undefined ? query(...parameters) : query({ name, text, values });
  }) as typeof client.query;
}

function nameStatement(text: string, names: Map<string, string>): string | undefined {
  if (!text.startsWith('select') && !text.startsWith('with')) return undefined;
  if (text.includes(PLANNED_EACH_TIME)) return undefined;
  const known = names.get(text);
  if (known !== undefined || names.size >= PREPARED_LIMIT) return known;
  const name = `select_${names.size + 1}`;
  names.set(text, name);
  return name;
}
