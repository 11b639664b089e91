import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { samples } from '../../../ecu/testing/samples.ts';

/** Lists the files to damage: real dumps with ECU_CORPUS set, otherwise the built samples. */
export function listSources(): (() => Uint8Array)[] {
  const folder = process.env.ECU_CORPUS;
  if (folder === undefined) return samples.map(({ build }) => build);
  const files = join(folder, 'files');
  return readdirSync(files)
    .toSorted()
    .map((name) => () => new Uint8Array(readFileSync(join(files, name))));
}
