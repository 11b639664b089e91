import { vi } from 'vitest';
import { findChanges } from '../hex/places.ts';
import type { Compared } from '../hex/use-changes.ts';

/** Compares in the page; jsdom has no workers. */
class WorkerStandIn extends EventTarget {
  postMessage({ original, modified, codes }: Compared) {
    const data = findChanges(original, modified, codes);
    queueMicrotask(() => this.dispatchEvent(new MessageEvent('message', { data })));
  }
  terminate() {}
}

/** For a screen that compares files and lets the browser save them; returns the names under which it does. */
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
