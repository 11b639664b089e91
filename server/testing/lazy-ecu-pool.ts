import { inThreads, openEcuPool, type EcuWork } from '../../features/files/analysis/server/ecu-work.ts';
import type { Storage } from '../storage/storage.ts';

/** Starts one thread when a test first uses it: most never do, and starting one takes longer than they run. */
export function openLazyEcuPool(storage: Storage): EcuWork {
  let opened: EcuWork | undefined;
  const work = () => (opened ??= inThreads(openEcuPool({ threads: 1 }), storage));
  return {
    run: (...asked) => work().run(...asked),
    warm: () => work().warm(),
    get worst() {
      return work().worst;
    },
    close: async () => opened?.close(),
  };
}
