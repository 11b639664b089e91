import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { LimitReached, Refusal, type RefusalValues, codeOf } from '../../contract/refusal.ts';
import { englishOf, type ErrorKey } from '../../contract/texts.ts';
import { isClientGone, Overload } from '../database/callers.ts';
import { isNoSpaceError, diskFull } from '../storage/disk-space.ts';
import { StorageDown } from '../storage/read-bytes.ts';

/** What the security log records about a problem; not part of the reply. */
export interface Trace {
  /** In the terms of the security log. */
  reason?: string;
  /** The e-mail address that was entered. */
  account?: string;
  accountId?: number | undefined;
}

/**
 * Everything a call can return besides its reply. 400 is a `Refusal`; the rest are below. 409 is not used: the browser
 * shows the server's sentence for 400 only.
 */
export class HttpProblem extends Error {
  readonly status: number;
  readonly code: string;
  readonly retryAfterSeconds: number | undefined;
  readonly trace: Trace | undefined;
  readonly values: RefusalValues | undefined;

  constructor(status: number, key: ErrorKey, retryAfterSeconds?: number, trace?: Trace, reason: ErrorKey = key) {
    super(englishOf(reason));
    this.status = status;
    this.code = codeOf(key);
    this.values = reason === key ? undefined : { reason: codeOf(reason) };
    this.retryAfterSeconds = retryAfterSeconds;
    this.trace = trace;
  }
}

/** Unknown, deleted or another user's: all three get the same body. */
export const notFound = () => new HttpProblem(404, 'errors.not_found');
export const noToken = () => new HttpProblem(401, 'errors.session.missing');
/** The code is the same for all reasons; the sentence is that of `reason`. */
export const wrongLogin = (reason: ErrorKey, trace?: Trace) =>
  new HttpProblem(401, 'errors.session.wrong_login', undefined, trace, reason);
export const sessionEnded = () => new HttpProblem(403, 'errors.session.ended');
export const wrongRole = () => new HttpProblem(403, 'errors.session.wrong_role');
/** A 403 would end the session, so what a staff role leaves out is refused like every expected "no". */
export const notInStaffRole = () => new Refusal('errors.session.not_in_staff_role');
export const notInAccessToken = () => new Refusal('errors.access-tokens.not_allowed');
export const viewOnly = () => new Refusal('errors.session.view_only');
export const tooManyCalls = (seconds: number, trace?: Trace) =>
  new HttpProblem(429, 'errors.http.too_many', seconds, trace);
export const tooLarge = () => new HttpProblem(413, 'errors.http.too_large');
export const unavailable = () => new HttpProblem(503, 'errors.unavailable', 5);
const tookTooLong = () => new HttpProblem(503, 'errors.http.too_slow', 5);
const tooManyAtOnce = () => new HttpProblem(429, 'errors.http.too_many_at_once', 2);
export const wrongContentType = () => new HttpProblem(415, 'errors.http.content_type');

const REASONS: Record<number, ErrorKey> = {
  400: 'errors.http.unreadable',
  413: 'errors.http.too_large',
  415: 'errors.http.content_type',
  429: 'errors.http.too_many',
};

/**
 * PostgreSQL's errors: it is going down, coming up, full, out of connections, or does not let us in; or it was the
 * primary until a moment ago and is read-only now.
 */
const DATABASE_DOWN = /^(08|28|53|57P0|25006$)/;
/** What a standby says of an unlogged table (0A000), which only the primary has. */
const IS_STANDBY = /during recovery$/;
/** Codes for a statement, or an idle transaction, that PostgreSQL ended because its time was over. */
const OUT_OF_TIME = ['57014', '25P03'];
const SYSTEM_DOWN = ['ECONNREFUSED', 'ECONNRESET', 'ENOENT', 'EPIPE', 'EMFILE'];

/** Headers set by a download before its first byte failed. */
const DOWNLOAD_HEADERS = ['accept-ranges', 'content-disposition', 'content-length', 'content-type', 'etag'];

/** Writes every error reply of the product, and logs faults of ours once, with the request id. */
export function replyToError(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  for (const name of DOWNLOAD_HEADERS) reply.removeHeader(name);
  // With 416, this header states the size of the whole of which a part was requested.
  if (!(error instanceof HttpProblem && error.status === 416)) reply.removeHeader('content-range');
  if (error instanceof Refusal) {
    if (error instanceof LimitReached) reply.header('retry-after', String(error.retryAfterSeconds));
    return reply.status(error instanceof LimitReached ? 429 : 400).send({
      code: error.code,
      message: error.message,
      ...(error.field === undefined ? {} : { field: error.field }),
      ...(error.values === undefined ? {} : { values: error.values }),
    });
  }
  if (error instanceof HttpProblem) return sendProblem(error, reply);
  if (isAborted(request) || isClientGone(error) || isCutOff(error, reply)) {
    // No client reads this, and nothing is wrong here: a tab was closed, or a connection lost.
    request.log.debug({ err: error }, 'the sender is gone');
    return sendProblem(new HttpProblem(400, 'errors.http.aborted'), reply);
  }
  if (isOutOfTime(error)) {
    if (error instanceof Overload && error.kind === 'crowded') return sendProblem(tooManyAtOnce(), reply);
    request.log.warn({ err: error }, 'a call took too long');
    return sendProblem(tookTooLong(), reply);
  }
  if (isNoSpaceError(error)) {
    request.log.error({ err: error }, 'the disk is full');
    return replyToError(diskFull(), request, reply);
  }
  if (isDependencyDown(error)) {
    request.log.error({ err: error }, 'a dependency is down');
    return sendProblem(unavailable(), reply);
  }
  const { statusCode } = error as Partial<FastifyError>;
  if (statusCode !== undefined && statusCode >= 400 && statusCode < 500) {
    const reason = REASONS[statusCode] ?? 'errors.http.bad_request';
    return sendProblem(new HttpProblem(statusCode, 'errors.http.bad_request', undefined, undefined, reason), reply);
  }
  request.log.error({ err: error }, 'unexpected fault');
  return reply.status(500).send({ code: 'internal', message: englishOf('errors.internal'), request_id: request.id });
}

function sendProblem(problem: HttpProblem, reply: FastifyReply): FastifyReply {
  if (problem.status === 401) reply.header('www-authenticate', 'Bearer');
  if (problem.retryAfterSeconds !== undefined) reply.header('retry-after', String(problem.retryAfterSeconds));
  return reply.status(problem.status).send({
    code: problem.code,
    message: problem.message,
    ...(problem.values && { values: problem.values }),
  });
}

/** The connection ended before the whole call had arrived. */
const isAborted = ({ raw }: FastifyRequest) => raw.destroyed && !raw.complete;

/** What was being read for the reply ended with its connection. */
const isCutOff = (error: unknown, { raw }: FastifyReply) =>
  raw.destroyed && (error as { code?: unknown }).code === 'ERR_STREAM_PREMATURE_CLOSE';

const isOutOfTime = (error: unknown): boolean =>
  error instanceof Overload || OUT_OF_TIME.includes(String((error as { code?: unknown }).code));

function isDependencyDown(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if (error instanceof StorageDown) return true;
  const code = (error as { code?: unknown }).code;
  if (code === '0A000') return IS_STANDBY.test(error.message);
  if (typeof code === 'string') return DATABASE_DOWN.test(code) || SYSTEM_DOWN.includes(code);
  return /Connection terminated|not queryable|timeout exceeded when trying to connect/.test(error.message);
}
