import { rmSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';

/**
 * Lends a new folder whose name begins with `prefix` and removes it afterwards, even if the program is stopped
 * meanwhile: what is in it is not encrypted.
 */
export async function withTemporaryFolder<Result>(
  prefix: string,
  use: (folder: string) => Promise<Result>,
): Promise<Result> {
  const folder = await mkdtemp(prefix).catch(() => null);
  if (folder === null) throw new Error(`Nothing can be written to ${prefix}….`);
  const remove = () => rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
  process.once('exit', remove);
  try {
    return await use(folder);
  } finally {
    process.off('exit', remove);
    await rm(folder, { recursive: true, force: true });
  }
}
