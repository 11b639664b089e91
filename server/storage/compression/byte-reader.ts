export interface ByteReader {
  /** Returns the next `count` bytes; throws when there are fewer. */
  take(count: number): Promise<Buffer>;
  /** Ends the source, which has no reader any more. */
  close(): Promise<void>;
}

/** Opens a reader that takes a given number of bytes from chunks of any length. */
export function openByteReader(source: AsyncIterable<Uint8Array>): ByteReader {
  const pieces = source[Symbol.asyncIterator]();
  let left: Buffer = Buffer.alloc(0);
  return {
    async take(count) {
      const parts = [left];
      let bytes = left.byteLength;
      while (bytes < count) {
        const next = await pieces.next();
        if (next.done === true) throw new Error(`the bytes ended ${count - bytes} too early`);
        parts.push(Buffer.from(next.value.buffer, next.value.byteOffset, next.value.byteLength));
        bytes += next.value.byteLength;
      }
      const all = parts.length === 1 ? left : Buffer.concat(parts, bytes);
      left = all.subarray(count);
      return all.subarray(0, count);
    },
    async close() {
      await pieces.return?.();
    },
  };
}
