import { vi } from 'vitest';
import { findChanges } from '../../features/files/hex/places.ts';
import type { Compared } from '../../features/files/hex/web/use-changes.ts';

/** Compares in the page, because jsdom has no workers. */
class WorkerStandIn extends EventTarget {
  postMessage({ original, modified, codes }: Compared) {
    const data = findChanges(original, modified, codes);
    queueMicrotask(() => this.dispatchEvent(new MessageEvent('message', { data })));
  }
  terminate() {}
}

/** Stubs workers and downloads for a screen that compares and saves files; returns the names of saved files. */
export function installCompareWorker(): string[] {
  const saved: string[] = [];
  globalThis.Worker = WorkerStandIn as unknown as typeof Worker;
  URL.createObjectURL = () => 'blob:ecu';
  URL.revokeObjectURL = () => {};
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function click(this: HTMLAnchorElement) {
    saved.push(this.download);
  });
  return saved;
}
