import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';

import { listToolParts, readLock } from './installed.mjs';

/** Of an install without tools: parts of tools, and source maps, which only a debugger reads. */
export function trimPackages(folder) {
  for (const path of listToolParts(readLock(folder))) rmSync(join(folder, path), { recursive: true, force: true });
  removeMaps(join(folder, 'node_modules'));
}

function removeMaps(folder) {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    if (entry.isDirectory()) removeMaps(join(folder, entry.name));
    else if (entry.isFile() && /\.[cm]?js\.map$/.test(entry.name)) rmSync(join(folder, entry.name));
  }
}
