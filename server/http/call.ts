import type { FastifyBaseLogger } from 'fastify';
import type { Readable } from 'node:stream';
import type * as z from 'zod/mini';
import type { Endpoint, FileRule, InputOf } from '../../contract/endpoint.ts';
import type { Language } from '../../contract/languages.ts';
import type { Page } from '../../contract/pages.ts';
import type { Clock } from '../clock.ts';
import type { Config } from '../config.ts';
import type { Connection } from '../database/connect.ts';
import type { WholeList } from '../database/json-pages.ts';
import type { ListSource } from '../events/versions.ts';
import type { ProofKey } from '../proof-key.ts';
import type { Client } from './client.ts';
import type { ByteRange, Storage, StoredBytes } from '../storage/storage.ts';
import type { HasRole, Role } from '../../contract/capabilities.ts';

/** What the program provides to every handler. A feature adds what it provides itself (`declare module`). */
export interface Deps {
  db: Connection['db'];
  storage: Storage;
  clock: Clock;
  config: Config;
  log: FastifyBaseLogger;
  /** Signs what was done to a file. */
  proofKey: ProofKey;
  /** Public key that browsers subscribe with; the other half never leaves the worker that sends. */
  pushKey: string;
  /** Signs sessions. */
  sessionSecret: string;
}

/** Who is calling, as recorded in the database at the time of this call; the token only supplies the session's id. */
export interface Actor extends HasRole {
  id: number;
  role: Role;
  verified: boolean;
  sessionId: string;
  requestId: string;
  /** Signed in with a generated password, so that only another one can be chosen. */
  needsNewPassword?: boolean;
  /** Staff without the second factor that the shop requires, so that one can only be added. */
  needsSecondFactor?: boolean;
  /** Whether who is signed in was proved lately; missing, like for an access token: not lately. */
  isFresh?: boolean;
  /** Name of the access token that a program sent; missing: its owner signed in. */
  accessToken?: string;
  /**
   * The colleague of a customer who makes the call; missing: the user. `id` is the customer, or in the few calls about who
   * is signed in the colleague (`actsOfColleagues` in access.ts).
   */
  colleague?: { id: number; companyId: number };
  /** The member of the staff who looks at the portal as this user, and only reads; missing: the user is here. */
  viewerId?: number;
}

/** Who it is that acts: the user, or the colleague who acts as that customer. */
export const getPersonId = ({ id, colleague }: Pick<Actor, 'id' | 'colleague'>): number => colleague?.id ?? id;

/** The session that a token stands for. */
export interface OpenSession {
  session: Omit<Actor, 'requestId'>;
  /** In milliseconds, by the portal's clock. */
  expiresAt: number;
}

/** A file that came with the call: its bytes are on disk, and are removed again when the handler refuses. */
export interface Upload extends StoredBytes {
  fileName: string;
}

/** A file to be downloaded. */
export interface Download {
  stream: Readable;
  /** Null: unknown, because the file is written while it is sent. */
  sizeBytes: number | null;
  fileName: string;
  /** Headers in addition to those of every download. */
  headers?: Record<string, string>;
}

/** Bytes that a page shows by their address, whole or in part. The bytes under a name never change. */
export interface InlineFile {
  name: string;
  contentType: string;
  sizeBytes: number;
  read(range?: ByteRange): Promise<Readable>;
}

type UploadOf<E extends Endpoint> =
  E extends Endpoint<infer Attached>
    ? [Attached] extends [Exclude<FileRule, 'optional'>]
      ? Upload
      : Upload | null
    : never;

export interface Call<E extends Endpoint> {
  input: InputOf<E>;
  deps: Deps;
  requestId: string;
  /** Where the call comes from; used for limits. */
  client: Client;
  /** Language of the page that calls; null for a program, which names none. */
  language: Language | null;
  upload: UploadOf<E>;
  /** The token that came with the call, whether or not it is still good. */
  token: string | null;
  idempotencyKey: string | null;
}

export interface SignedInCall<E extends Endpoint> extends Call<E> {
  actor: Actor;
}

type Handled<E extends Endpoint> = E['reply'] extends z.ZodMiniType ? z.input<E['reply']> : Download | InlineFile;

/** Rule for a reply that is remembered (polls.ts). */
export interface PollRule {
  /** Everything that its statement reads, by the names that the triggers announce. */
  sources: (call: SignedInCall<Endpoint>) => string[];
  /** Until when it stays the same if no source changes, in milliseconds by the portal's clock; missing: for ever. */
  validUntil?: (result: never, call: SignedInCall<Endpoint>) => number;
}

export interface Route {
  endpoint: Endpoint;
  handler: (call: SignedInCall<Endpoint>) => Promise<unknown>;
  poll?: PollRule;
  /** The sources of a list of any length, which is sent a page at a time. */
  listSources?: readonly ListSource[];
}

/** Pairs an endpoint that needs a session with its handler. */
export function handle<const E extends Endpoint>(
  endpoint: E,
  handler: (call: SignedInCall<E>) => Promise<Handled<E>>,
): Route {
  if (endpoint.who === 'anyone') throw new Error(`${endpoint.path} has no actor: use handlePublic`);
  return { endpoint, handler };
}

type RowOf<E extends Endpoint> = Extract<Handled<E>, readonly unknown[]> extends readonly (infer Row)[] ? Row : never;

/** A list that is only read if its version differs from the one the caller has: as a whole, or the page requested. */
export interface LongListReply {
  read: () => WholeList;
  /** Null: the whole list was requested. */
  readPage: (() => Promise<ListPage<unknown>>) | null;
}

/** One page as its domain reads it; the version is added later. */
export type ListPage<Row> = Omit<Page<Row>, 'version'>;

interface ListReader<E extends Endpoint> {
  /** The sources of the list. */
  sources: readonly ListSource[];
  readAll: (call: SignedInCall<E>) => WholeList<RowOf<E>>;
  readPage: (call: SignedInCall<E>) => Promise<ListPage<RowOf<E>>>;
}

/**
 * Pairs a list of any length with its readers: one for the whole list, written a thousand rows at a time, and one for a
 * page, used when any field of the input is set. Nothing is read for a caller who has the current list: its version is
 * known from the change feed.
 */
export function handleList<const E extends Endpoint>(
  endpoint: E,
  { sources, readAll, readPage }: ListReader<E>,
): Route {
  const reply = async (call: SignedInCall<E>): Promise<LongListReply> => ({
    read: () => readAll(call) as WholeList,
    readPage: Object.values(call.input as object).some((value) => value !== undefined) ? () => readPage(call) : null,
  });
  return { ...handle(endpoint, reply as never), listSources: sources };
}

interface Poll<E extends Endpoint, Result extends Handled<E>> {
  sources: (call: SignedInCall<E>) => string[];
  validUntil?: (result: Result, call: SignedInCall<E>) => number;
  /** Runs a single statement, which finds nothing when the actor's session is over. */
  read: (call: SignedInCall<E>) => Promise<Result>;
}

/** Pairs a call that browsers repeat with its statement; nothing is read while nothing of it has changed (polls.ts). */
export function handlePoll<const E extends Endpoint, Result extends Handled<E>>(
  endpoint: E,
  { read, ...poll }: Poll<E, Result>,
): Route {
  if (endpoint.method !== 'GET' || !endpoint.polled) throw new Error(`${endpoint.path} is not polled`);
  if (endpoint.needsFreshSignIn)
    throw new Error(`${endpoint.path}: a remembered session does not know how fresh it is`);
  if (endpoint.forColleagues === 'themselves')
    throw new Error(`${endpoint.path}: what is polled acts for the customer`);
  return { ...handle(endpoint, read), poll };
}

/** Pairs a public endpoint with its handler. */
export function handlePublic<const E extends Endpoint>(
  endpoint: E,
  handler: (call: Call<E>) => Promise<Handled<E>>,
): Route {
  if (endpoint.who !== 'anyone') throw new Error(`${endpoint.path} needs an actor: use handle`);
  return { endpoint, handler: handler as unknown as Route['handler'] };
}
