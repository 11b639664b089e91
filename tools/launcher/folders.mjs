import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const ROOT = join(dirname(fileURLToPath(import.meta.url)), '..', '..');
export const CACHE = join(ROOT, '.cache');
export const WEB_DIST = join(CACHE, 'web', 'dist');
export const COMPILE_CACHE = join(CACHE, 'compiled');

/** An error that the user can act on: shown as its message, without a stack. */
export class LauncherError extends Error {
  constructor(message, exitCode = 1) {
    super(message);
    this.exitCode = exitCode;
  }
}
