import { hash } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import * as z from 'zod/mini';
import {
  MAX_BODY_KB,
  hasQuery,
  isOpenToStrangers,
  listParameterNames,
  type Endpoint,
} from '../../contract/endpoint.ts';
import { BadInput, Refusal } from '../../contract/refusal.ts';
import { isErrorKey, readInvalid, type ErrorKey } from '../../contract/texts.ts';
import { chargeRun } from '../database/callers.ts';
import type { Replica } from '../database/replica.ts';
import { getPersonId } from './call.ts';
import type { Actor, LongListReply, Route, Deps, Download, InlineFile, SignedInCall, Upload } from './call.ts';
import { findToken, readClient, readPeerNetwork } from './client.ts';
import { compressionOf } from './compression.ts';
import { runWithinTime } from './deadline.ts';
import { hasZero } from './json.ts';
import { isLongList, sendLongList } from './pages.ts';
import type { PollMemory } from './polls.ts';
import { notFound, sessionEnded, wrongContentType } from './replies.ts';
import { readKeyed, WrittenReply, writeReply, type KeyedReply } from './keyed-reply.ts';
import { sendFile } from './send-file.ts';
import { chooseCallLanguage } from './reader-language.ts';
import { requireFreeSpace } from '../storage/disk-space.ts';
import { guardCall, type GuardedCall, type HoldSession } from './call-guard.ts';
import { readMultipart, type Admission, type MultipartInput } from './upload.ts';
import { chooseActor, readToken, requireAccess, requireFirstSteps, requireFreshSignIn } from './access.ts';

/** Finds the session behind a token; null when it is no longer valid, for whatever reason. */
export type Authenticate = (token: string, endpoint: Endpoint) => Promise<Omit<Actor, 'requestId'> | null>;

/** Decides whether a caller may upload. */
export interface UploadRules {
  /** Counts an upload as under way until the returned function is called; throws when there are too many. */
  enter(actor: Actor | null): Promise<() => Promise<void>>;
  /**
   * Called when a file begins; throws when nothing more may be stored. Null: any size that a call may have. `isRepeat`:
   * it is not kept, because its key was used.
   */
  admit(actor: Actor | null, of: { isRepeat: boolean }): Promise<Admission | null>;
}

export interface MountOptions {
  deps: Deps;
  authenticate: Authenticate;
  holdSession: HoldSession;
  /** Finds the user named in a token, whose session may be over; null when it is not one of ours. */
  readTokenUser: (token: string) => Promise<Pick<Actor, 'id' | 'colleague'> | null>;
  polls: PollMemory;
  hasSecondFactor: (userId: number) => Promise<boolean>;
  /** Makes the error that is thrown for an unverified customer on an endpoint that needs activation. */
  activationNeeded: (userId: number) => Promise<Error>;
  uploads: UploadRules;
  /** Database that lists are read from; without it, the main one. */
  replica?: Pick<Replica, 'choose'> | null;
}

/** Mounts every route below `/api`. An endpoint without a handler, or with two, is our bug and stops the start. */
export function mountAll(
  app: FastifyInstance,
  endpoints: readonly Endpoint[],
  routes: readonly Route[],
  options: MountOptions,
): void {
  for (const endpoint of endpoints) {
    const matching = routes.filter((candidate) => candidate.endpoint === endpoint);
    if (matching.length !== 1) {
      throw new Error(`${endpoint.method} ${endpoint.path} has ${matching.length} handlers, not one`);
    }
    mount(app, matching[0] as Route, options);
  }
}

function mount(app: FastifyInstance, route: Route, options: MountOptions): void {
  const { endpoint, handler, poll, listSources } = route;
  const { polls } = options;
  const authenticate = poll === undefined ? options.authenticate : polls.findSession;
  app.route({
    method: endpoint.method,
    url: `/api${endpoint.path}`,
    ...compressionOf(endpoint),
    ...limitPerMinute(endpoint, options),
    ...(endpoint.file === undefined && { bodyLimit: (endpoint.maxBodyKb ?? MAX_BODY_KB) * 1024 }),
    ...(poll !== undefined && { onRequest: polls.replyUnchanged }),
    handler: async (request, reply) => {
      // The time the body takes to arrive is up to the client, and not counted.
      const actor = await runWithinTime(endpoint, { request, reply }, () =>
        findActor(endpoint, request, { ...options, authenticate }),
      );
      const keyed = readKeyed(route, request, options.deps);
      const { fields, upload } = await readBody(endpoint, request, { ...options, actor, keyed });
      const guarded = await guard(endpoint, { actor, upload }, { ...options, ...keyed });
      try {
        const call = {
          input: chargeRun(() => readInput(endpoint, request, fields)),
          actor,
          deps: guarded.deps,
          requestId: request.id,
          client: readClient(request),
          language: chooseCallLanguage(request.headers),
          upload: requireUpload(endpoint, upload),
          token: findToken(request.headers.authorization),
          idempotencyKey: keyed?.key ?? null,
        };
        const polled = poll && polls.begin(poll, call as SignedInCall<Endpoint>, request);
        const run = async () => {
          // Before the replica is chosen, which then has what the version counts.
          const version = listSources && (await polls.readListVersion(listSources));
          if (endpoint.fromReplica) call.deps = await chooseListDeps(options);
          if (polled !== undefined) return polls.read(handler, call as SignedInCall<Endpoint>, request);
          const result = await (keyed?.reply ?? handler)(call as SignedInCall<Endpoint>);
          return version === undefined ? result : { ...(result as LongListReply), version };
        };
        const result = await runWithinTime(endpoint, { request, reply }, run);
        if (mayChange(endpoint)) await polls.catchUp();
        const sent = await send(endpoint, result, request, reply);
        polled?.remember(reply.getHeader('etag'), result);
        return sent;
      } catch (error) {
        await guarded.discard(error);
        throw error;
      }
    },
  });
}

/** Guards a call that may change something, from the moment it takes its time. */
async function guard(
  { method, file }: Endpoint,
  { actor, upload }: { actor: Actor | null; upload: Upload | null },
  { deps, holdSession }: MountOptions,
): Promise<GuardedCall> {
  if (method === 'GET') return { deps, discard: async () => undefined };
  const received = upload === null ? [] : [upload.key];
  return guardCall(deps, actor, { holdSession, received: file === undefined ? null : received });
}

const chooseListDeps = async ({ deps, replica = null }: MountOptions): Promise<Deps> =>
  replica === null ? deps : { ...deps, db: await replica.choose() };

/** Returns whether a call may change something. A download may start the work on a file, or be its delivery. */
const mayChange = (endpoint: Endpoint) => endpoint.method !== 'GET' || endpoint.reply === 'bytes';

/** Limits the calls per minute: of one user, or from one network, whatever that claims to forward for. */
function limitPerMinute(endpoint: Endpoint, { readTokenUser }: MountOptions) {
  if (endpoint.perMinute === undefined) return {};
  const keyGenerator = async (request: FastifyRequest) => {
    const token = isOpenToStrangers(endpoint) ? null : findToken(request.headers.authorization);
    const user = token === null ? null : await readTokenUser(token);
    return user === null ? readPeerNetwork(request) : `user ${getPersonId(user)}`;
  };
  return { config: { rateLimit: { max: endpoint.perMinute, timeWindow: 60_000, keyGenerator } } };
}

async function findActor(
  endpoint: Endpoint,
  request: FastifyRequest,
  { authenticate, deps, activationNeeded, hasSecondFactor }: MountOptions,
): Promise<Actor | null> {
  if (endpoint.who === 'anyone') return null;
  const token = readToken(request);
  const session = token === null ? null : await authenticate(token, endpoint);
  if (!session) throw sessionEnded();
  request.actorId = getPersonId(session);
  request.accessToken = session.accessToken ?? null;
  request.viewerId = session.viewerId ?? null;
  requireAccess(session, endpoint);
  requireFirstSteps(session, endpoint);
  await requireFreshSignIn(session, endpoint, () => hasSecondFactor(getPersonId(session)));
  if (endpoint.needsActivation && deps.config.activation === 'required' && !session.verified)
    throw await activationNeeded(getPersonId(session));
  return { ...chooseActor(session, endpoint), requestId: request.id };
}

async function readBody(
  endpoint: Endpoint,
  request: FastifyRequest,
  { deps: { storage }, uploads, actor, keyed }: MountOptions & { actor: Actor | null; keyed: KeyedReply | null },
): Promise<MultipartInput> {
  if (typeof endpoint.file === 'object') await requireFreeSpace(storage.space);
  if (endpoint.file === undefined) {
    if (request.isMultipart()) throw wrongContentType();
    return { fields: (request.body as Record<string, unknown> | undefined) ?? {}, upload: null };
  }
  let leave = async () => undefined as void;
  const isOptional = endpoint.file === 'optional';
  if (!isOptional) leave = await uploads.enter(actor);
  const admit = async () => {
    // A message without a file does not count as an upload.
    if (isOptional) leave = await uploads.enter(actor);
    return uploads.admit(actor, { isRepeat: actor !== null && ((await keyed?.isUsed(actor.id)) ?? false) });
  };
  try {
    return await readMultipart(request, { storage, fileField: endpoint.fileField ?? 'file', admit });
  } finally {
    await leave();
  }
}

function readInput(endpoint: Endpoint, request: FastifyRequest, fields: Record<string, unknown>): never {
  const parameters = request.params as Record<string, string>;
  // POST and PUT take their input from the body only: an address is too easily crafted for another user.
  const query = hasQuery(endpoint) ? (request.query as Record<string, unknown>) : {};
  // As in a body: PostgreSQL cannot store the character zero.
  if (Object.values(parameters).some(hasZero)) throw notFound();
  const unstorable = Object.keys(query).find((name) => hasZero(String(query[name])));
  if (unstorable !== undefined) throw toRefusal('errors.http.bad_input', '', unstorable);
  const parsed = z.safeParse(endpoint.input, { ...fields, ...query, ...parameters });
  if (parsed.success) return parsed.data as never;
  const names = listParameterNames(endpoint.path);
  if (parsed.error.issues.some((issue) => names.includes(String(issue.path[0])))) throw notFound();
  const issue = parsed.error.issues[0];
  throw toRefusal('errors.http.bad_input', issue?.message ?? '', issue?.path.map(String).join('.'));
}

/** Returns the refusal with the reason that the contract names or, if it names none, with the field. */
function toRefusal(key: ErrorKey, message: string, field = ''): Refusal {
  const { key: reason, values } = readInvalid(message);
  if (isErrorKey(reason)) return new BadInput(key, reason, field || undefined, values);
  return new Refusal(key, field || undefined, { field: field || 'What was sent' });
}

function requireUpload(endpoint: Endpoint, upload: Upload | null): Upload | null {
  if (upload === null && typeof endpoint.file === 'object') {
    throw toRefusal('errors.http.file_missing', endpoint.file.missing, 'file');
  }
  return upload;
}

async function send(
  endpoint: Endpoint,
  result: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<unknown> {
  const { reply: schema } = endpoint;
  if (schema === 'bytes') return sendFile(result as Download | InlineFile, request, reply);
  if (isLongList(endpoint, result)) return sendLongList(endpoint, result, request, reply);
  const body = result instanceof WrittenReply ? result.text : writeReply(endpoint, result);
  const tag = endpoint.polled ? chargeRun(() => `"${hash('sha1', body, 'base64url')}"`) : null;
  reply.header('content-type', 'application/json; charset=utf-8').header('cache-control', 'no-store');
  if (tag !== null) {
    reply.header('etag', tag);
    if (request.headers['if-none-match'] === tag) return reply.status(304).send();
  }
  return reply.status(endpoint.status ?? 200).send(body);
}
