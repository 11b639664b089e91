// The process that the soak test watches: damages one file after the other and analyses it completely.
import { readFileSync, writeFileSync } from 'node:fs';
import { analyse } from '../../../ecu/analyse.ts';
import { compare } from '../../../ecu/compare.ts';
import { switchOff } from '../../../ecu/switch-off.ts';
import { damage } from './damage.ts';
import { randomFrom } from './random.ts';
import { listSources } from './sources.ts';

export interface Task {
  seed: number;
  first: number;
}

export interface Progress {
  kind: 'fine' | 'fault';
  file: number;
  reason: string;
  outcome: string;
  /** Processor time, which a busy machine does not increase. */
  ms: number;
  /** Peak memory of the process while it analysed this file, Node.js itself included. */
  peakMb: number;
}

/** Resets the high-water mark of memory on Linux; elsewhere it covers the whole life of the process. */
function forgetPeak(): void {
  globalThis.gc?.();
  if (process.platform === 'linux') writeFileSync('/proc/self/clear_refs', '5');
}

function readPeakMb(): number {
  if (process.platform !== 'linux') return process.resourceUsage().maxRSS / 1024;
  return Number(/^VmHWM:\s+(\d+) kB$/m.exec(readFileSync('/proc/self/status', 'utf8'))?.[1]) / 1024;
}

/** Does everything a portal does with a file; checks only what must hold for any result. */
function lookAt(bytes: Uint8Array): { outcome: string; reason: string } {
  const before = bytes.slice();
  const { inspection, image, family, listing } = analyse(bytes);
  let outcome = inspection.fileType === 'OK' ? inspection.identification.outcome : 'no dump';
  let reason = '';
  if (family !== null && listing?.outcome === 'found') {
    outcome = listing.notSwitchable === null ? 'switchable' : 'listed';
    const chosen = listing.rows.filter(({ state }) => state !== 'off').slice(0, 3);
    const result = switchOff(
      image.bytes,
      family,
      chosen.map(({ code }) => code),
      { acceptWrongChecksums: true },
    );
    if (result.outcome === 'done') {
      outcome = 'switched off';
      if (compare(image.bytes, result.bytes).bytesChanged === 0) reason = 'switched off without a change';
    }
  }
  if (Buffer.compare(before, bytes) !== 0) reason = 'the input was changed';
  return { outcome, reason };
}

process.once('message', ({ seed, first }: Task) => {
  const sources = listSources();
  const next = (file: number) => {
    const random = randomFrom(seed * 1_000_003 + file);
    const pick = () => (sources[Math.floor(random() * sources.length)] as () => Uint8Array)();
    const bytes = damage(pick(), pick, random);
    forgetPeak();
    const before = process.cpuUsage();
    let result = { outcome: 'fault', reason: '' };
    try {
      result = lookAt(bytes);
    } catch (error) {
      result.reason = (error as Error).stack ?? String(error);
    }
    const { user, system } = process.cpuUsage(before);
    const progress: Progress = {
      kind: result.reason === '' ? 'fine' : 'fault',
      file,
      reason: result.reason,
      outcome: result.outcome,
      ms: (user + system) / 1000,
      peakMb: readPeakMb(),
    };
    process.send?.(progress, () => setImmediate(next, file + 1));
  };
  next(first);
});
process.on('disconnect', () => process.exit(0));
process.on('SIGTERM', () => process.exit(0));
