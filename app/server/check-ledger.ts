import { setTimeout as sleep } from 'node:timers/promises';
import type { Deps } from '../../server/http/call.ts';
import { createPause } from '../../server/pause.ts';
import { checkNewLedgerEntries } from './whole-ledger.ts';

/** A check that failed to run, for example without a database, is repeated after this long. */
const RETRY_MS = 15_000;

type CheckDeps = Pick<Deps, 'db' | 'log'>;

/** Runs the check of a start while the portal serves calls; it covers every entry if none was made before. */
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
      await checkNewLedgerEntries(deps, createPause(signal));
      return;
    } catch (error) {
      if (signal.aborted) return;
      deps.log.error({ err: error }, 'the ledger could not be checked');
    }
    await sleep(retryMs, null, { signal, ref: false }).catch(() => undefined);
  }
}
