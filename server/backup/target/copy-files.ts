import { buffer } from 'node:stream/consumers';
import { Readable } from 'node:stream';
import { createInterface } from 'node:readline';
import { hashPieces } from '../../hashing/sha256.ts';
import type { Storage } from '../../storage/storage.ts';
import { passThrough, startTally } from '../tally.ts';
import type { BackupPlace, ObjectStore } from './open-target.ts';
import type { BackupRecord } from './records.ts';

/** Number of files copied at once, each of which may be read into memory as a whole. */
const AT_ONCE = 4;
/** Larger files are read twice: once for their name, and once to be copied. */
const MAX_BYTES_AT_ONCE = 32 * 1024 * 1024;

export interface CopiedFiles {
  files: IndexedFile[];
  newFiles: number;
  copiedBytes: number;
}

interface Copying {
  /** Gives the bytes as they are stored. */
  from: Storage;
  target: Pick<BackupPlace, 'objects' | 'objectOf'>;
  /** Files of the previous backup: a stored file never changes, so it is not read again. */
  before: ReadonlyMap<string, IndexedFile>;
  /** Referenced files that were set aside. */
  aside: readonly string[];
}

/** Copies the bytes of every stored file that the target does not have. */
export async function copyFiles({ from, target, before, aside }: Copying): Promise<CopiedFiles> {
  const there = await listObjects(target.objects);
  const copied: CopiedFiles = { files: [], newFiles: 0, copiedBytes: 0 };
  const missing = new Set(aside);

  async function copy(key: string): Promise<void> {
    const known = before.get(key);
    const file = known !== undefined && there.has(known.object) ? known : await copyNew(key);
    // An upload that was refused after its bytes were stored removes them again.
    if (file === null) return;
    missing.delete(key);
    copied.files.push(file);
  }

  async function copyNew(key: string): Promise<IndexedFile | null> {
    const found = await from.read(key);
    if (found === null) return null;
    const { sizeBytes } = found;
    const bytes = sizeBytes <= MAX_BYTES_AT_ONCE ? await buffer(found.stream) : null;
    const sha256 = await hashPieces(bytes === null ? found.stream : [bytes]);
    const object = target.objectOf(sha256);
    if (there.has(object)) return { key, object, sizeBytes };
    // Done before the first await, so that two files with the same bytes are copied once.
    there.add(object);
    const received = await target.objects.receive(bytes === null ? await readAgain(key) : yieldNonEmpty(bytes), object);
    if (received.sha256 !== sha256) {
      await target.objects.discardUnkept(object);
      throw new Error(`The stored file ${key} reads differently each time.`);
    }
    await target.objects.keep(received);
    copied.newFiles += 1;
    copied.copiedBytes += sizeBytes;
    return { key, object, sizeBytes };
  }

  async function readAgain(key: string): Promise<AsyncIterable<Uint8Array>> {
    const found = await from.read(key);
    if (found === null) throw new Error(`The stored file ${key} was removed while it was copied. Please start again.`);
    return found.stream as AsyncIterable<Uint8Array>;
  }

  for (const shelf of await from.listShelves()) await runInLanes(await from.listShelf(shelf), copy);
  await runInLanes([...missing], copy);
  const [lost] = missing;
  if (lost !== undefined)
    throw new Error(`The stored file ${lost} was moved while the backup was made. Please start it again.`);
  return copied;
}

/** Works on the keys, a few at a time; ends only when none is under way any more. */
async function runInLanes(keys: readonly string[], work: (key: string) => Promise<void>): Promise<void> {
  const left = [...keys];
  const workers = Array.from({ length: AT_ONCE }, async () => {
    for (let key = left.pop(); key !== undefined; key = left.pop()) await work(key);
  });
  await Promise.allSettled(workers);
  await Promise.all(workers);
}

async function* yieldNonEmpty(bytes: Buffer): AsyncGenerator<Uint8Array> {
  if (bytes.length > 0) yield bytes;
}

/** Lists every name at once: a request for each of a million would take hours. */
export async function listObjects(objects: Pick<Storage, 'listShelves' | 'listShelf'>): Promise<Set<string>> {
  const names = new Set<string>();
  for (const shelf of await objects.listShelves()) for (const name of await objects.listShelf(shelf)) names.add(name);
  return names;
}

/** A stored file of the portal, and the object at a target that has its bytes. */
export interface IndexedFile {
  key: string;
  object: string;
  sizeBytes: number;
}

/** Stores the list and returns its name and hash. */
export async function writeIndex(
  indexes: ObjectStore,
  files: Iterable<IndexedFile>,
): Promise<Pick<BackupRecord, 'index' | 'indexSha256'>> {
  const received = await indexes.receive(Readable.from(renderLines(files), { objectMode: false }));
  await indexes.keep(received);
  return { index: received.key, indexSha256: received.sha256 };
}

/** Last line of the list, so that a truncated one is noticed. */
const END = 'end';
const LINES_AT_ONCE = 1000;

function* renderLines(files: Iterable<IndexedFile>): Generator<Buffer> {
  let lines: string[] = [];
  for (const { key, object, sizeBytes } of files) {
    lines.push(`${key} ${object} ${sizeBytes}\n`);
    if (lines.length < LINES_AT_ONCE) continue;
    yield Buffer.from(lines.join(''));
    lines = [];
  }
  yield Buffer.from(`${lines.join('')}${END}\n`);
}

export async function* readIndex(
  indexes: ObjectStore,
  { index: name, indexSha256 }: Pick<BackupRecord, 'index' | 'indexSha256'>,
): AsyncGenerator<IndexedFile> {
  const found = await indexes.read(name);
  if (found === null) throw new Error(`The list ${name} of a backup's files is missing at its target.`);
  const tally = startTally();
  const input = Readable.from(passThrough(tally)(found.stream as AsyncIterable<Uint8Array>), { objectMode: false });
  let hasEnded = false;
  for await (const line of createInterface({ input, crlfDelay: Infinity })) {
    if (line === END) {
      hasEnded = true;
      continue;
    }
    const [, key, object, size] = /^([0-9a-f]{32}) ([0-9a-f]{32}) (\d+)$/.exec(line) ?? [];
    if (key === undefined || object === undefined || hasEnded) break;
    yield { key, object, sizeBytes: Number(size) };
  }
  if (!hasEnded || (indexSha256 !== undefined && tally.sum().sha256 !== indexSha256))
    throw new Error(`The list ${name} of a backup's files is damaged at its target.`);
}
