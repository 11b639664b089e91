import { spawnSync } from 'node:child_process';
import { renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { installPackages } from '../../../debian-packages.ts';

/** Seconds after which libfaketime rereads its file. */
const CACHED_SECONDS = 1;

/** Returns the path of the library from Debian's package; null when it cannot be installed. */
export function findFakeTime(): string | null {
  try {
    installPackages(['faketime']);
  } catch {
    return null;
  }
  const { stdout } = spawnSync('dpkg-query', ['-L', 'libfaketime'], { encoding: 'utf8' });
  return stdout?.split('\n').find((path) => path.endsWith('/libfaketime.so.1')) ?? null;
}

/** The clock of programs that are started with `settings`, off by the amount set last. */
export class FakeClock {
  readonly settings: Record<string, string>;
  private readonly file: string;

  constructor(library: string, folder: string) {
    this.file = join(folder, 'clock');
    this.settings = {
      LD_PRELOAD: library,
      FAKETIME_TIMESTAMP_FILE: this.file,
      FAKETIME_CACHE_DURATION: String(CACHED_SECONDS),
      // Only the wall clock is faked: timers and file times continue as usual, as when the kernel's clock is set.
      FAKETIME_DONT_FAKE_MONOTONIC: '1',
      NO_FAKE_STAT: '1',
    };
    writeFileSync(this.file, '+0s');
  }

  /** Sets the clock of all running programs; effective when the call returns. */
  async set(offSeconds: number): Promise<void> {
    writeFileSync(`${this.file}.next`, `${offSeconds < 0 ? '-' : '+'}${Math.abs(offSeconds)}s`);
    renameSync(`${this.file}.next`, this.file);
    await sleep((CACHED_SECONDS + 1.5) * 1000);
  }
}
