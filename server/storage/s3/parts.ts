/** The smallest part that S3 accepts, except for the last one. */
export const PART_BYTES = 5 * 1024 * 1024;

/** Yields the bytes of a source as parts of equal length and a rest; for an empty source, one empty part. */
export async function* splitParts(source: AsyncIterable<Uint8Array>, partBytes = PART_BYTES): AsyncGenerator<Buffer> {
  let part: Buffer | null = null;
  let filled = 0;
  let isFirst = true;
  for await (const piece of source) {
    let taken = 0;
    while (taken < piece.byteLength) {
      part ??= Buffer.allocUnsafeSlow(partBytes);
      const more = piece.subarray(taken, taken + partBytes - filled);
      part.set(more, filled);
      filled += more.byteLength;
      taken += more.byteLength;
      if (filled < partBytes) continue;
      yield part;
      [part, filled, isFirst] = [null, 0, false];
    }
  }
  if (filled > 0 || isFirst) yield part?.subarray(0, filled) ?? Buffer.alloc(0);
}
