import { appendFile, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pluralize } from '../../contract/amounts.ts';
import { hashPieces } from '../hashing/sha256.ts';
import type { Storage } from '../storage/storage.ts';

/**
 * File in the data folder while files are moved: the target, and the keys of files that are there and were read back.
 */
export const JOURNAL = 'moving-files';

/** Number of files moved at once: a bucket is far away, and each file takes several requests. */
const AT_ONCE = 4;
const SHOW_EVERY_MS = 5_000;

export interface MoveFiles {
  /** Gives the bytes as they are stored. */
  from: Storage;
  to: Storage;
  /** Name of the target: a journal of another target does not count. */
  target: string;
  dataDir: string;
  /** Returns those of the keys that a row references. */
  findReferenced: (keys: string[]) => Promise<Set<string>>;
  log: (line: string) => void;
}

/**
 * Copies every stored file to another storage, and reads each one back there. If interrupted, it resumes after the last
 * file that was read back. The source stays as it is.
 */
export async function moveFiles(options: MoveFiles): Promise<{ files: number; bytes: number }> {
  const { from, dataDir, target, log } = options;
  await restoreReferenced(options);
  const shelves = await Promise.all((await from.listShelves()).map((shelf) => from.listShelf(shelf)));
  const keys = shelves.flat().sort();
  const done = await readJournal(dataDir, target);
  const left = keys.filter((key) => !done.has(key));
  if (left.length < keys.length)
    log(`Already there: ${keys.length - left.length} of ${pluralize(keys.length, 'file')}.`);
  const moved = { files: keys.length - left.length, bytes: 0 };
  let shownAt = performance.now();
  for (let at = 0; at < left.length; at += AT_ONCE) {
    const some = left.slice(at, at + AT_ONCE);
    const sizes = await endAll(some.map((key) => moveOne(options, key)));
    await appendFile(join(dataDir, JOURNAL), some.map((key) => `${key}\n`).join(''));
    moved.files += some.length;
    moved.bytes += sizes.reduce((sum, size) => sum + size, 0);
    if (performance.now() - shownAt < SHOW_EVERY_MS) continue;
    shownAt = performance.now();
    const percent = Math.floor((moved.files / keys.length) * 100);
    log(
      `${moved.files} of ${pluralize(keys.length, 'file')} (${percent} %), ${Math.floor(moved.bytes / 1_000_000)} MB copied and read back`,
    );
  }
  return moved;
}

/** Waits for all of them, and throws only when none is under way any more. */
async function endAll<Result>(work: Promise<Result>[]): Promise<Result[]> {
  await Promise.allSettled(work);
  return Promise.all(work);
}

/**
 * Moves back what is referenced but was set aside: it belongs to the files. The rest of the quarantine stays behind.
 */
async function restoreReferenced({ from, findReferenced }: MoveFiles): Promise<void> {
  for (const day of await from.listQuarantineDays())
    for (const key of await findReferenced(await from.listQuarantined(day))) await from.restore(key);
}

async function moveOne({ from, to }: MoveFiles, key: string): Promise<number> {
  const found = await from.read(key);
  if (found === null) throw new Error(`The stored file ${key} is gone. Please start again.`);
  const received = await to.receive(found.stream as AsyncIterable<Uint8Array>, key);
  if (received.sizeBytes !== found.sizeBytes) {
    await to.discardUnkept(key);
    throw new Error(`The stored file ${key} ended at ${received.sizeBytes} of ${pluralize(found.sizeBytes, 'byte')}.`);
  }
  await to.keep(received);
  if ((await hashStored(to, key)) !== received.sha256) throw new Error(`The file ${key} reads back with other bytes.`);
  return received.sizeBytes;
}

async function hashStored(storage: Storage, key: string): Promise<string | null> {
  const found = await storage.read(key);
  return found === null ? null : hashPieces(found.stream);
}

async function readJournal(dataDir: string, target: string): Promise<Set<string>> {
  const path = join(dataDir, JOURNAL);
  const [first, ...keys] = (await readFile(path, 'utf8').catch(() => '')).split('\n');
  if (first === target) return new Set(keys.slice(0, -1));
  await writeFile(path, `${target}\n`, { mode: 0o600 });
  return new Set();
}

export const forgetJournal = (dataDir: string): Promise<void> => rm(join(dataDir, JOURNAL), { force: true });
