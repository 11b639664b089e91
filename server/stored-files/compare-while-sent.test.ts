import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { expect, test, vi } from 'vitest';
import { StorageDown } from '../storage/read-bytes.ts';
import { compareWhileSent, unlimitedPace, verifyObject } from './verify-object.ts';

const PIECES = ['calibration', ' of a', ' control unit'].map((text) => Buffer.from(text));
const SHA256 = createHash('sha256').update(Buffer.concat(PIECES)).digest('hex');

const onDamaged = vi.fn<() => Promise<void>>(async () => undefined);
const compare = (stored: Readable, sha256 = SHA256) => {
  onDamaged.mockClear();
  return compareWhileSent(stored, sha256, onDamaged);
};

/** Yields two chunks, and then this error. */
const failingWith = (error: Error) =>
  Readable.from(
    (async function* fail() {
      yield* PIECES.slice(0, 2);
      throw error;
    })(),
    { objectMode: false },
  );

test('intact bytes arrive as stored and are not reported as damage', async () => {
  expect(await buffer(compare(Readable.from(PIECES, { objectMode: false })))).toEqual(Buffer.concat(PIECES));
  expect(onDamaged).not.toHaveBeenCalled();
});

test('bytes that differ from the record or cannot be read abort the response and are damage', async () => {
  await expect(buffer(compare(Readable.from(PIECES, { objectMode: false }), '0'.repeat(64)))).rejects.toThrow(
    'not those that were recorded',
  );
  expect(onDamaged).toHaveBeenCalledOnce();
  await expect(buffer(compare(failingWith(new Error('EIO'))))).rejects.toThrow('EIO');
  expect(onDamaged).toHaveBeenCalledOnce();
});

test('neither an unavailable storage nor a client that leaves, with or without an error, is damage', async () => {
  await expect(buffer(compare(failingWith(new StorageDown('down'))))).rejects.toThrow(StorageDown);
  expect(onDamaged).not.toHaveBeenCalled();
  for (const error of [undefined, new Error('the connection was closed')]) {
    const stored = Readable.from(PIECES, { objectMode: false });
    const sent = compare(stored);
    const closed = new Promise((resolve) => sent.on('error', () => undefined).once('close', resolve));
    await once(sent, 'readable');
    sent.destroy(error);
    await closed;
    expect([onDamaged.mock.calls.length, stored.destroyed]).toEqual([0, true]);
  }
});

test('a check that cannot reach the storage, before or within a file, ends, and takes no file for damaged', async () => {
  const verify = (read: () => Promise<{ stream: Readable; sizeBytes: number }>) =>
    verifyObject({ read }, { key: '0'.repeat(32), size_bytes: 29, sha256: SHA256 }, unlimitedPace);
  const whole = Readable.from(PIECES, { objectMode: false });
  expect(await verify(async () => ({ stream: whole, sizeBytes: 29 }))).toBeNull();
  expect(await verify(() => Promise.reject(new Error('EACCES')))).toBe('UNREADABLE');
  expect(await verify(async () => ({ stream: failingWith(new Error('EIO')), sizeBytes: 29 }))).toBe('UNREADABLE');
  const down = new StorageDown('down');
  await expect(verify(() => Promise.reject(down))).rejects.toBe(down);
  await expect(verify(async () => ({ stream: failingWith(down), sizeBytes: 29 }))).rejects.toBe(down);
});
