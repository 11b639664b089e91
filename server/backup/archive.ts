import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import tar from 'tar-stream';
import { isSame, startTally, tallyBytes, type Tally } from './tally.ts';

export interface Entry {
  name: string;
  mode: number;
  sizeBytes: number;
  content: Readable;
}

/** Last entry, with the sums of every entry before it. Without it, the archive was cut off. */
const SEAL = 'seal.json';

type Seal = Record<string, Tally>;

/** Puts one entry into the archive; `content` has to be exactly `sizeBytes` long. */
export type Add = (entry: Omit<Entry, 'content'>, content: AsyncIterable<Uint8Array>) => Promise<Tally>;

/** Returns a sealed tar that is written while it is read. If `fill` fails, reading fails with the same error. */
export function packArchive(fill: (add: Add) => Promise<void>): Readable {
  const pack = tar.pack();
  fillSealed(pack, fill).catch((error: Error) => pack.destroy(error));
  return pack as unknown as Readable;
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

/** The place an archive is read from; each reading starts at its first byte. */
export interface ArchiveSource {
  /** Name for use in a sentence. */
  name: string;
  open(): Promise<Readable>;
}

export const damagedBackup = (name: string) =>
  new Error(`${name} is damaged or not a Tunedesk backup. Nothing was changed.`);

/** Passes `visit` one entry after the other, and throws a sentence unless the whole archive is as it was written. */
export async function readArchive(source: ArchiveSource, visit: (entry: Entry) => Promise<void>): Promise<void> {
  const bytes = await source.open();
  const extract = tar.extract();
  const feeding = pipeline(bytes, extract);
  feeding.catch(() => undefined);
  const visiting = { failed: false };
  try {
    if (!(await isSealed(extract, visit, visiting))) throw damagedBackup(source.name);
    await feeding;
  } catch (error) {
    throw visiting.failed ? error : damagedBackup(source.name);
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
      // A read that fails is the archive's fault, even if it is the visitor who encounters it.
      visiting.failed = !reading.failed;
      throw error;
    });
    await tallyBytes(content);
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
