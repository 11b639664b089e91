import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

const LOOK_EVERY_MS = 10_000;
/** Share of the time in which this thread works; an idle portal's is far below. */
const MAX_IDLE_USE = 0.05;
/** Growth that is worth a collection, which stops this thread for some 50 ms. */
const MIN_GROWTH_BYTES = 30_000_000;

/**
 * Gives memory back when there is little to do. The engine collects when it needs room, not when nothing happens: what a
 * start or a burst of uploads has left behind would stay for hours. Returns what stops it.
 */
export function releaseMemoryWhenIdle(options: { lookEveryMs?: number; collect?: () => void } = {}): () => void {
  const { lookEveryMs = LOOK_EVERY_MS, collect = openCollector() } = options;
  let used = performance.eventLoopUtilization();
  let smallest = 0;
  const looking = setInterval(() => {
    const before = used;
    used = performance.eventLoopUtilization();
    const bytes = process.memoryUsage.rss();
    smallest = Math.min(smallest, bytes);
    if (performance.eventLoopUtilization(used, before).utilization > MAX_IDLE_USE) return;
    if (bytes - smallest < MIN_GROWTH_BYTES) return;
    collect();
    // The engine returns pages a little later; what grows from here on is compared with what stays.
    smallest = process.memoryUsage.rss();
  }, lookEveryMs);
  looking.unref();
  return () => clearInterval(looking);
}

/** Returns what collects the garbage of the calling thread. */
export function openCollector(): () => void {
  setFlagsFromString('--expose-gc');
  return runInNewContext('gc') as () => void;
}
