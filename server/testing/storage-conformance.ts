import { createHash, randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createKey, type Storage } from '../storage/storage.ts';

/** A storage that is empty at first, and the same one opened again after the program has ended. */
export interface OpenedStorage {
  storage: Storage;
  reopen(): Promise<Storage>;
  close(): Promise<unknown>;
}

const DAY = '2026-11-22';

/** Tests what every storage guarantees, whatever is underneath it. */
export function storageConformance(open: () => Promise<OpenedStorage>): void {
  let opened: OpenedStorage;
  let storage: Storage;

  beforeEach(async () => {
    opened = await open();
    storage = opened.storage;
  });
  afterEach(() => opened.close());

  const stored = async (bytes: Uint8Array, key?: string) => {
    const received = await storage.receive(inPieces(bytes), key);
    await storage.keep(received);
    return received;
  };
  const read = async (key: string) => {
    const found = await storage.read(key);
    return found && buffer(found.stream);
  };
  const listAll = async () => {
    const shelves = await storage.listShelves();
    return (await Promise.all(shelves.map((shelf) => storage.listShelf(shelf)))).flat().sort();
  };

  test.each([0, 1, 65_535, 65_536, 65_537, 5_242_880, 12_000_001])('%i bytes are read as stored', async (size) => {
    const bytes = randomBytes(size);
    const received = await stored(bytes);
    expect(received).toEqual({ key: received.key, sizeBytes: size, sha256: sha256(bytes) });
    const found = await storage.read(received.key);
    expect(found?.sizeBytes).toBe(size);
    expect(sha256(await buffer(found?.stream as Readable))).toBe(sha256(bytes));
    const reopened = await (await opened.reopen()).read(received.key);
    expect(sha256(await buffer(reopened?.stream as Readable))).toBe(sha256(bytes));
  });

  test('a part is read from its first to its last byte, inclusive', async () => {
    const bytes = randomBytes(300_000);
    const { key } = await stored(bytes);
    for (const [start, end] of [
      [0, 0],
      [1, 65_536],
      [65_535, 65_536],
      [131_072, 299_999],
      [299_999, 299_999],
    ] as const) {
      const found = await storage.read(key, { start, end });
      expect(found?.sizeBytes).toBe(bytes.length);
      expect((await buffer(found?.stream as Readable)).equals(bytes.subarray(start, end + 1)), `${start}`).toBe(true);
    }
  });

  test('bytes not yet made permanent cannot be read and are listed as unfinished', async () => {
    const received = await storage.receive(inPieces(randomBytes(70_000)));
    expect(await storage.read(received.key)).toBeNull();
    expect(await listAll()).toEqual([]);
    expect(await storage.listUnfinished()).toEqual([received.key]);
    await storage.keep(received);
    expect(await storage.listUnfinished()).toEqual([]);
    expect(await listAll()).toEqual([received.key]);
  });

  test.each([0, 100_000, 11_000_000])('a source that fails after %i bytes leaves nothing', async (size) => {
    const source = async function* () {
      yield* inPieces(randomBytes(size));
      throw new Error('the line was cut');
    };
    await expect(storage.receive(source())).rejects.toThrow('the line was cut');
    expect([await listAll(), await storage.listUnfinished()]).toEqual([[], []]);
  });

  test('bytes can be discarded before and after they are permanent, and twice', async () => {
    const waiting = await storage.receive(inPieces(randomBytes(10)));
    const { key } = await stored(randomBytes(10));
    for (const one of [waiting.key, waiting.key, key, key]) await storage.discard(one);
    expect([await listAll(), await storage.listUnfinished()]).toEqual([[], []]);
    expect(await storage.read(key)).toBeNull();
  });

  test('if a row may reference them, bytes are discarded only while unfinished', async () => {
    const waiting = await storage.receive(inPieces(randomBytes(10)));
    const { key } = await stored(randomBytes(10));
    for (const one of [waiting.key, key, createKey()]) await storage.discardUnkept(one);
    expect([await listAll(), await storage.listUnfinished()]).toEqual([[key], []]);
  });

  test('bytes stored under an existing key replace the earlier ones', async () => {
    const key = createKey();
    const [first, second] = [randomBytes(1000), randomBytes(2000)];
    expect((await stored(first, key)).key).toBe(key);
    // The upload is cut off and started again.
    await storage.receive(inPieces(first), key);
    await stored(second, key);
    expect((await read(key))?.equals(second)).toBe(true);
    expect([await listAll(), await storage.listUnfinished()]).toEqual([[key], []]);
  });

  test('an invalid key is never looked up', async () => {
    for (const name of ['', '../secret', 'A'.repeat(32), `${createKey()}/..`]) {
      expect(await storage.read(name)).toBeNull();
      await storage.discard(name);
      await storage.discardUnkept(name);
      expect(await storage.quarantine(name, DAY)).toBe(false);
      expect(await storage.restore(name)).toBe(false);
      await expect(storage.receive(inPieces(randomBytes(1)), name)).rejects.toThrow('no key');
    }
    const { key } = await stored(randomBytes(10));
    expect(await storage.quarantine(key, '..')).toBe(false);
    expect(await listAll()).toEqual([key]);
  });

  test('the age of bytes counts from their arrival and is unknown once they are discarded', async () => {
    const waiting = await storage.receive(inPieces(randomBytes(10)));
    const { key } = await stored(randomBytes(10));
    for (const one of [waiting.key, key]) {
      const ageMs = await storage.findAgeMs(one);
      expect(ageMs).toBeGreaterThan(-5_000);
      expect(ageMs).toBeLessThan(600_000);
    }
    await storage.discard(key);
    expect(await storage.findAgeMs(key)).toBeNull();
  });

  test('bytes in quarantine are listed by day and restored by the next read', async () => {
    const bytes = randomBytes(100_000);
    const { key } = await stored(bytes);
    expect(await storage.quarantine(key, DAY)).toBe(true);
    expect(await storage.quarantine(key, DAY)).toBe(false);
    expect([await listAll(), await storage.listQuarantineDays()]).toEqual([[], [DAY]]);
    expect(await storage.listQuarantined(DAY)).toEqual([key]);
    const measured = await storage.measureQuarantine();
    expect(measured.objects).toBe(1);
    expect(measured.bytes).toBeGreaterThanOrEqual(bytes.length);
    expect((await read(key))?.equals(bytes)).toBe(true);
    expect([await listAll(), await storage.listQuarantined(DAY)]).toEqual([[key], []]);
    expect(await storage.measureQuarantine()).toEqual({ bytes: 0, objects: 0 });
    expect(await storage.restore(key)).toBe(false);
  });

  test('bytes in quarantine are restored or removed individually', async () => {
    const keys = [await stored(randomBytes(10)), await stored(randomBytes(10))].map((one) => one.key);
    const [first = '', second = ''] = keys;
    for (const key of keys) expect(await storage.quarantine(key, DAY)).toBe(true);
    expect(await storage.quarantine(createKey(), DAY)).toBe(false);
    await storage.removeQuarantined(first, '2026-11-21');
    expect((await storage.listQuarantined(DAY)).sort()).toEqual([...keys].sort());
    await storage.removeQuarantined(first, DAY);
    expect(await storage.restore(first)).toBe(false);
    expect(await storage.restore(second)).toBe(true);
    expect([await listAll(), await storage.listQuarantined(DAY)]).toEqual([[second], []]);
    expect(await storage.read(first)).toBeNull();
  });

  test('an unfinished upload in quarantine no longer counts as unfinished', async () => {
    const { key } = await storage.receive(inPieces(randomBytes(10)));
    expect(await storage.quarantine(key, DAY)).toBe(true);
    expect([await listAll(), await storage.listUnfinished()]).toEqual([[], []]);
  });

  test('twenty parallel uploads do not mix', async () => {
    const all = await Promise.all(
      Array.from({ length: 20 }, async (_, at) => {
        const bytes = randomBytes(100_000 + at);
        return { bytes, key: (await stored(bytes)).key };
      }),
    );
    await Promise.all(
      all.map(async ({ bytes, key }) => expect(sha256((await read(key)) as Buffer)).toBe(sha256(bytes))),
    );
    expect(await listAll()).toEqual(all.map(({ key }) => key).sort());
  });

  test('a reader that stops midway does not affect others', async () => {
    const bytes = randomBytes(8_000_000);
    const { key } = await stored(bytes);
    const { stream } = (await storage.read(key)) as { stream: Readable };
    for await (const piece of stream) {
      expect((piece as Buffer).byteLength).toBeGreaterThan(0);
      break;
    }
    expect(sha256((await read(key)) as Buffer)).toBe(sha256(bytes));
  });
}

const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

/** Yields chunks of no particular length, as a socket does. */
async function* inPieces(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += 60_001) yield bytes.subarray(at, at + 60_001);
}
