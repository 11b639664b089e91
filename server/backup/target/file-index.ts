import { Readable } from 'node:stream';
import { createInterface } from 'node:readline';
import type { Storage } from '../../storage/storage.ts';

/** A stored file of the portal, and the object at a target that has its bytes. */
export interface IndexedFile {
  key: string;
  object: string;
  sizeBytes: number;
}

/** Stores the list and returns its name. */
export async function writeIndex(indexes: Storage, files: Iterable<IndexedFile>): Promise<string> {
  const received = await indexes.receive(Readable.from(renderLines(files), { objectMode: false }));
  await indexes.keep(received);
  return received.key;
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

export async function* readIndex(indexes: Storage, name: string): AsyncGenerator<IndexedFile> {
  const found = await indexes.read(name);
  if (found === null) throw new Error(`The list ${name} of a backup's files is missing at its target.`);
  let hasEnded = false;
  for await (const line of createInterface({ input: found.stream, crlfDelay: Infinity })) {
    if (line === END) {
      hasEnded = true;
      continue;
    }
    const [, key, object, size] = /^([0-9a-f]{32}) ([0-9a-f]{32}) (\d+)$/.exec(line) ?? [];
    if (key === undefined || object === undefined || hasEnded) break;
    yield { key, object, sizeBytes: Number(size) };
  }
  if (!hasEnded) throw new Error(`The list ${name} of a backup's files is damaged at its target.`);
}
