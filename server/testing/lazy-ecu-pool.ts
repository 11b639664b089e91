import { openEcuPool, type EcuPool } from '../ecu/pool.ts';

/** One thread, and only for a test that asks for it: most never do, and starting one takes longer than they run. */
export function openLazyEcuPool(): EcuPool {
  let opened: EcuPool | undefined;
  const pool = () => (opened ??= openEcuPool({ threads: 1 }));
  return {
    run: (...asked) => pool().run(...asked),
    warm: () => pool().warm(),
    get worst() {
      return pool().worst;
    },
    close: async () => opened?.close(),
  };
}
