import type { Housekeeper } from '../../server/database/housekeeper.ts';
import type { Deps } from '../../server/http/call.ts';

interface WorkOfOne {
  housekeeper: Pick<Housekeeper, 'isThisProcess'>;
  log: Deps['log'];
  everyMs: number;
  /** Looks whether there is something to do, and does it; `signal`: the program ends. */
  work: (signal: AbortSignal) => Promise<unknown>;
  failedText: string;
}

/**
 * Looked for again and again, and done by one process of the portal, the housekeeper. It may take hours, so it is no step
 * of the housekeeping, which waits for each.
 */
export function startWorkOfOne({ housekeeper, log, everyMs, work, failedText }: WorkOfOne): { stop(): Promise<void> } {
  const stopping = new AbortController();
  let running: Promise<void> | null = null;
  const look = () => {
    running ??= housekeeper
      .isThisProcess()
      .then(async (isHere) => void (isHere && (await work(stopping.signal))))
      .catch((error: unknown) => {
        if (!stopping.signal.aborted) log.error({ err: error }, failedText);
      })
      .finally(() => (running = null));
  };
  const timer = setInterval(look, everyMs);
  timer.unref();
  return {
    async stop() {
      clearInterval(timer);
      stopping.abort();
      await running;
    },
  };
}
