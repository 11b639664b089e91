import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { takeInBatches } from './batches.ts';

const MAX_BYTES = 512 * 1024;

async function* inPieces(bytes: Uint8Array, size: number): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

/** Collects what is taken, copied before its memory is reused. */
function openTaker() {
  const taken: Buffer[] = [];
  const take = async (bytes: Uint8Array) => {
    await new Promise(setImmediate);
    taken.push(Buffer.from(bytes));
  };
  return { taken, take };
}

test.each([
  [0, 1000],
  [1, 1000],
  [MAX_BYTES, 65_536],
  [MAX_BYTES + 1, 65_536],
  [3_000_000, 999],
  [3_000_000, 3_000_000],
])('%i bytes in pieces of %i arrive in order, in as few batches as possible', async (size, pieceSize) => {
  const bytes = randomBytes(size);
  const { taken, take } = openTaker();
  expect(await takeInBatches(inPieces(bytes, pieceSize), take)).toBe(size);
  expect(Buffer.concat(taken).equals(bytes)).toBe(true);
  expect(taken.map(({ length }) => length)).toEqual(
    Array.from({ length: Math.ceil(size / MAX_BYTES) }, (_, at) => Math.min(MAX_BYTES, size - at * MAX_BYTES)),
  );
});

test('with more sources than memory no byte is lost or mixed up, and no source waits for another', async () => {
  const all = Array.from({ length: 60 }, () => randomBytes(1_500_000));
  const takers = all.map(() => openTaker());
  // Every other source waits for ever with what it has.
  const stop = Promise.withResolvers<void>();
  const sources = all.map(async function* (bytes, at) {
    yield* inPieces(bytes.subarray(0, 700_000), 60_001);
    if (at % 2 === 0) await stop.promise;
    yield* inPieces(bytes.subarray(700_000), 60_001);
  });
  const ends = sources.map((source, at) => takeInBatches(source, (takers[at] as ReturnType<typeof openTaker>).take));
  await Promise.all(ends.filter((_, at) => at % 2 === 1));
  stop.resolve();
  await Promise.all(ends);
  all.forEach((bytes, at) => expect(Buffer.concat(takers[at]?.taken ?? []).equals(bytes)).toBe(true));
});

test('a source that fails, and one whose bytes cannot be stored, free their memory for others', async () => {
  const broken = async function* () {
    yield randomBytes(700_000);
    throw new Error('the line was cut');
  };
  const full = async () => {
    throw new Error('the disk is full');
  };
  // More often than there is memory for.
  for (let at = 0; at < 50; at += 1) {
    await expect(takeInBatches(broken(), async () => undefined)).rejects.toThrow('the line was cut');
    await expect(takeInBatches(inPieces(randomBytes(1_200_000), 60_001), full)).rejects.toThrow('the disk is full');
  }
  const { taken, take } = openTaker();
  await takeInBatches(inPieces(randomBytes(3_000_000), 60_001), take);
  expect(taken).toHaveLength(6);
});

test('only one more batch is filled while one is being stored', async () => {
  let read = 0;
  const source = async function* () {
    for (; read < 40; read += 1) yield randomBytes(MAX_BYTES / 4);
  };
  const taking = Promise.withResolvers<void>();
  const end = takeInBatches(source(), () => taking.promise);
  for (let turn = 0; turn < 200; turn += 1) await new Promise(setImmediate);
  expect(read).toBe(7);
  taking.resolve();
  expect(await end).toBe(10 * MAX_BYTES);
});
