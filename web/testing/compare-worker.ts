import { vi } from 'vitest';
import { standInForWorkers } from './worker-stand-in.ts';

/** Stubs workers and downloads for a screen that compares and saves files; returns the names of saved files. */
export function installCompareWorker(): string[] {
  const saved: string[] = [];
  standInForWorkers();
  URL.createObjectURL = () => 'blob:ecu';
  URL.revokeObjectURL = () => {};
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function click(this: HTMLAnchorElement) {
    saved.push(this.download);
  });
  return saved;
}
