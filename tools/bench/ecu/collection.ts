import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Dump } from './known.ts';

/** Manifests of the parts of a private collection; the files of all parts are in `files/`. */
const MANIFESTS = ['manifest.json', 'manifest-2.json', 'manifest-3.json'];

/** Reads the entries of every part that exists; null if the first part is missing. */
export function readCollection(folder: string | undefined): Dump[] | null {
  if (folder === undefined || !existsSync(join(folder, 'manifest.json'))) return null;
  return MANIFESTS.map((name) => join(folder, name))
    .filter((path) => existsSync(path))
    .flatMap((path) => (JSON.parse(readFileSync(path, 'utf8')) as { entries: Dump[] }).entries);
}
