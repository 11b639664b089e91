import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Endpoint } from '../../contract/endpoint.ts';
import { Overload, runWithSignal } from '../database/callers.ts';

/** How long a call may take after its body has arrived, unless its contract sets another time. */
const CALL_TIMEOUT_SECONDS = 30;

interface Exchange {
  request: FastifyRequest;
  reply: FastifyReply;
}

/**
 * Ends a call that takes too long: it fails with `Overload`, the database ends its statements, and what it had not
 * committed is rolled back. A call that only reads also gives up its turn when its result is no longer awaited.
 */
export async function runWithinTime<Result>(
  { method, timeoutSeconds = CALL_TIMEOUT_SECONDS }: Pick<Endpoint, 'method' | 'timeoutSeconds'>,
  { request, reply }: Exchange,
  run: () => Promise<Result>,
): Promise<Result> {
  const ending = new AbortController();
  const end = (kind: 'late' | 'gone') =>
    ending.abort(new Overload(kind, `${method} ${request.url.split('?')[0]} was ended`));
  const leave = () => end('gone');
  const timer = setTimeout(() => end('late'), timeoutSeconds * 1000);
  if (method === 'GET') reply.raw.once('close', leave);
  if (method === 'GET' && reply.raw.destroyed) leave();
  const running = runWithSignal(ending.signal, run);
  try {
    return await Promise.race([running, failWith(ending.signal)]);
  } catch (error) {
    void running.then(destroyUnread, () => undefined);
    throw error;
  } finally {
    clearTimeout(timer);
    reply.raw.off('close', leave);
  }
}

const failWith = (signal: AbortSignal): Promise<never> =>
  new Promise((_resolve, reject) => {
    if (signal.aborted) reject(signal.reason as Error);
    signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true });
  });

/** Closes a download that was opened after its call had ended, and would otherwise stay open. */
function destroyUnread(result: unknown): void {
  if (typeof result === 'object' && result !== null && 'stream' in result)
    (result as { stream: { destroy(): void } }).stream.destroy();
}
