import { createHash } from 'node:crypto';

/** Sums that two copies of the same content have in common. */
export interface Tally {
  /** Number of lines, which are rows in COPY's text format: a line break inside a value is written as \n there. */
  rows: number;
  sizeBytes: number;
  /** Lower-case hex. */
  sha256: string;
}

const LINE_BREAK = 0x0a;

/** Adds up content piece by piece. */
export function startTally() {
  const hash = createHash('sha256');
  let rows = 0;
  let sizeBytes = 0;
  return {
    add(piece: Uint8Array): void {
      hash.update(piece);
      sizeBytes += piece.byteLength;
      for (let at = piece.indexOf(LINE_BREAK); at !== -1; at = piece.indexOf(LINE_BREAK, at + 1)) rows += 1;
    },
    sum: (): Tally => ({ rows, sizeBytes, sha256: hash.digest('hex') }),
  };
}

/** Adds up what passes through a pipeline. */
export const passThrough = ({ add }: Pick<ReturnType<typeof startTally>, 'add'>) =>
  async function* count(pieces: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
    for await (const piece of pieces) {
      add(piece);
      yield piece;
    }
  };

export const isSame = (one: Tally, other: Tally): boolean =>
  one.rows === other.rows && one.sizeBytes === other.sizeBytes && one.sha256 === other.sha256;

/** Reads everything and returns the sum. */
export async function tallyBytes(source: AsyncIterable<Uint8Array>): Promise<Tally> {
  const tally = startTally();
  for await (const piece of source) tally.add(piece);
  return tally.sum();
}
