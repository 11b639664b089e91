import { tooManyCalls } from '../../../server/http/replies.ts';

const MAX_WAITING = 64;
const RETRY_AFTER_SECONDS = 2;

const lines = new Map<string, { last: Promise<unknown>; length: number }>();

/**
 * Runs the work for one account one call after the other in this process, so that concurrent calls wait here instead of
 * each holding a database connection. Rejects with 429 while too many wait.
 */
export async function runInTurn<Result>(account: string, run: () => Promise<Result>): Promise<Result> {
  const line = lines.get(account) ?? { last: Promise.resolve(), length: 0 };
  if (line.length >= MAX_WAITING) throw tooManyCalls(RETRY_AFTER_SECONDS);
  lines.set(account, line);
  line.length += 1;
  const result = line.last.then(run);
  line.last = result.catch(() => undefined);
  try {
    return await result;
  } finally {
    line.length -= 1;
    if (line.length === 0) lines.delete(account);
  }
}
