import { createReadStream, createWriteStream } from 'node:fs';
import { open, rename, rm, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import tar from 'tar-stream';
import { isSame, startTally, tallyOf, type Tally } from './tally.ts';

export interface Entry {
  name: string;
  mode: number;
  sizeBytes: number;
  content: Readable;
}

/** The last entry: what every entry before it adds up to. Without it the file was cut off. */
const SEAL = 'seal.json';

type Seal = Record<string, Tally>;

/** Fast rather than small: most of it is memory images of control units. */
const COMPRESSION_LEVEL = 3;

/** Puts one entry into the archive; `content` has to be exactly `sizeBytes` long. */
export type Add = (entry: Omit<Entry, 'content'>, content: AsyncIterable<Uint8Array>) => Promise<Tally>;

/** Writes a gzip'ed tar readable by its owner alone. Under its name it appears complete, or not at all. */
export async function writeArchive(file: string, fill: (add: Add) => Promise<void>): Promise<void> {
  const draft = `${file}.partial`;
  const pack = tar.pack();
  await rm(draft, { force: true });
  const writing = pipeline(
    pack,
    createGzip({ level: COMPRESSION_LEVEL }),
    createWriteStream(draft, { mode: 0o600, flags: 'wx' }),
  );
  try {
    await Promise.race([writing, fillSealed(pack, fill)]);
    await writing;
    await makeDurable(draft);
    await rename(draft, file);
    await makeDurable(dirname(file));
  } catch (error) {
    pack.destroy();
    await writing.catch(() => undefined);
    await rm(draft, { force: true });
    throw error;
  }
}

async function fillSealed(pack: tar.Pack, fill: (add: Add) => Promise<void>): Promise<void> {
  const seal: Seal = {};
  await fill(async (entry, content) => {
    seal[entry.name] = await addEntry(pack, entry, content);
    return seal[entry.name] as Tally;
  });
  const sealed = Buffer.from(JSON.stringify(seal));
  await addEntry(pack, { name: SEAL, mode: 0o600, sizeBytes: sealed.byteLength }, Readable.from([sealed]));
  pack.finalize();
}

function addEntry(
  pack: tar.Pack,
  { name, mode, sizeBytes }: Omit<Entry, 'content'>,
  content: AsyncIterable<Uint8Array>,
): Promise<Tally> {
  const tally = startTally();
  return new Promise((done, fail) => {
    const sink = pack.entry({ name, mode, size: sizeBytes, mtime: new Date() }, (error) => {
      if (error) fail(error);
      else done(tally.sum());
    });
    const feed = async () => {
      for await (const piece of content) {
        tally.add(piece);
        if (!sink.write(piece)) await new Promise<void>((go) => void sink.once('drain', () => go()));
      }
      sink.end(undefined);
    };
    feed().catch((error: unknown) => {
      sink.destroy();
      fail(error);
    });
  });
}

async function makeDurable(path: string): Promise<void> {
  const handle = await open(path, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** Shows `visit` one entry after the other, and throws a sentence unless the whole file is as it was written. */
export async function readArchive(file: string, visit: (entry: Entry) => Promise<void>): Promise<void> {
  const found = await stat(file).catch(() => null);
  if (!found?.isFile()) throw new Error(`There is no file ${file}.`);
  const extract = tar.extract();
  const feeding = pipeline(createReadStream(file), createGunzip(), extract);
  feeding.catch(() => undefined);
  const damaged = () => new Error(`${file} is damaged or not a Tunedesk backup. Nothing was changed.`);
  const visiting = { failed: false };
  try {
    if (!(await isSealed(extract, visit, visiting))) throw damaged();
    await feeding;
  } catch (error) {
    throw visiting.failed ? error : damaged();
  } finally {
    extract.destroy();
  }
}

async function isSealed(
  extract: tar.Extract,
  visit: (entry: Entry) => Promise<void>,
  visiting: { failed: boolean },
): Promise<boolean> {
  const seen: Seal = {};
  let seal: Seal | null = null;
  for await (const source of extract) {
    const { name, mode, size: sizeBytes, type } = source.header;
    if (type !== 'file' || seal !== null || Object.hasOwn(seen, name)) return false;
    if (name === SEAL) {
      seal = JSON.parse(await text(source)) as Seal;
      continue;
    }
    const { content, tally, reading } = counted(source);
    await visit({ name, mode, sizeBytes, content }).catch((error: unknown) => {
      // What cannot be read on is the file's fault, also when it is the visitor who comes upon it.
      visiting.failed = !reading.failed;
      throw error;
    });
    await tallyOf(content);
    seen[name] = tally.sum();
  }
  const names = Object.keys(seal ?? {});
  return (
    names.length > 0 &&
    names.length === Object.keys(seen).length &&
    Object.entries(seen).every(([name, tally]) => seal?.[name] !== undefined && isSame(seal[name], tally))
  );
}

function counted(source: AsyncIterable<unknown>) {
  const tally = startTally();
  const reading = { failed: false };
  const iterator = (source as AsyncIterable<Uint8Array>)[Symbol.asyncIterator]();
  async function* pieces() {
    for (;;) {
      const { done, value } = await iterator.next().catch((error: unknown) => {
        reading.failed = true;
        throw error;
      });
      if (done === true) return;
      tally.add(value);
      yield value;
    }
  }
  return { content: Readable.from(pieces(), { objectMode: false }), tally, reading };
}
