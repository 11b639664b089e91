import type { Housekeeper } from '../../server/database/housekeeper.ts';
import type { Deps } from '../../server/http/call.ts';

interface HousekeeperWork {
  housekeeper: Pick<Housekeeper, 'isThisProcess'>;
  log: Deps['log'];
  everyMs: number;
  /** Does the work if there is any; `signal` is aborted when the program ends. */
  work: (signal: AbortSignal) => Promise<unknown>;
  failedText: string;
}

/**
 * Calls `work` again and again in one process of the portal, the housekeeper. It may take hours, so it is no step of
 * the housekeeping, which waits for each.
 */
export function startHousekeeperWork({ housekeeper, log, everyMs, work, failedText }: HousekeeperWork): {
  stop(): Promise<void>;
} {
  const stopping = new AbortController();
  let running: Promise<void> | null = null;
  const checkNow = () => {
    running ??= housekeeper
      .isThisProcess()
      .then(async (isHere) => void (isHere && (await work(stopping.signal))))
      .catch((error: unknown) => {
        if (!stopping.signal.aborted) log.error({ err: error }, failedText);
      })
      .finally(() => (running = null));
  };
  const timer = setInterval(checkNow, everyMs);
  timer.unref();
  return {
    async stop() {
      clearInterval(timer);
      stopping.abort();
      await running;
    },
  };
}
