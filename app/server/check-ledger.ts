import { setTimeout as sleep } from 'node:timers/promises';
import type { Deps } from '../../server/http/call.ts';
import { checkWholeLedger } from './whole-ledger.ts';

/** A check that could not be made, as without a database, is made again after this long. */
const RETRY_MS = 15_000;

type CheckDeps = Pick<Deps, 'db' | 'log'>;

/** The whole check of a start. It reads every entry, so the portal serves calls meanwhile. */
export function startLedgerCheck(deps: CheckDeps, retryMs = RETRY_MS): { done: Promise<void>; stop(): Promise<void> } {
  const stopping = new AbortController();
  const done = checkUntilDone(deps, retryMs, stopping.signal);
  return {
    done,
    stop: () => {
      stopping.abort();
      return done;
    },
  };
}

async function checkUntilDone(deps: CheckDeps, retryMs: number, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    try {
      await checkWholeLedger(deps);
      return;
    } catch (error) {
      deps.log.error({ err: error }, 'the ledger could not be checked');
    }
    await sleep(retryMs, null, { signal, ref: false }).catch(() => undefined);
  }
}
