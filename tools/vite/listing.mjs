import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';

import { ROOT } from '../launcher/folders.mjs';

/** Lists every file below these paths (relative to the root) that `accepts` approves, in a stable order. */
export function listFiles(paths, accepts = () => true) {
  /** @type {string[]} */
  const found = [];
  for (const path of paths) walk(path, accepts, found);
  return found.sort();
}

function walk(path, accepts, found) {
  const stat = statSync(join(ROOT, path), { throwIfNoEntry: false });
  if (!stat || !accepts(path)) return;
  if (stat.isFile()) found.push(path);
  if (!stat.isDirectory()) return;
  for (const name of readdirSync(join(ROOT, path))) walk(`${path}/${name}`, accepts, found);
}

/** A fast fingerprint that changes whenever a file may have changed. */
export function computeStamp(files) {
  const hash = createHash('sha256');
  for (const file of files) {
    const { mtimeMs, size } = statSync(join(ROOT, file));
    hash.update(`${file} ${mtimeMs} ${size}\n`);
  }
  return hash.digest('hex');
}

/** An exact fingerprint that changes only when a file's name or content has changed. */
export function hashContent(files) {
  const hash = createHash('sha256');
  for (const file of files)
    hash.update(`${file}\n`).update(
      createHash('sha256')
        .update(readFileSync(join(ROOT, file)))
        .digest(),
    );
  return hash.digest('hex');
}
