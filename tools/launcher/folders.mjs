import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const ROOT = join(dirname(fileURLToPath(import.meta.url)), '..', '..');
export const CACHE = join(ROOT, '.cache');
export const WEB_DIST = join(CACHE, 'web', 'dist');
export const COMPILE_CACHE = join(CACHE, 'compiled');
