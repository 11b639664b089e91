/** A range of an image: `at` is its first byte, `end` the first byte after it. */
export type Window = { at: number; end: number };

/** No search covers more than this, whatever its window. The largest control units of today hold 8 MB. */
export const searchLimit = 0x800000;

/**
 * The bytes of one uploaded file. They are untrusted: every read is checked against the end of the file and returns
 * null when the bytes are not there. Nothing here writes to the file or copies it.
 */
export class Image {
  readonly sizeBytes: number;
  readonly #bytes: Uint8Array;
  readonly #view: DataView;
  readonly #results = new Map<(image: Image) => unknown, unknown>();

  constructor(bytes: Uint8Array) {
    // The `slice` of a Node Buffer does not copy; that of a plain Uint8Array does.
    this.#bytes = new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    this.sizeBytes = bytes.length;
  }

  /** For loops over a whole file, where checked reads cost too much. Must not be written to. */
  get bytes(): Uint8Array {
    return this.#bytes;
  }

  /** Returns `solve(this)`, computed only once: recognising, listing and checking need the same results. */
  memo<Result>(solve: (image: Image) => Result): Result {
    if (!this.#results.has(solve)) this.#results.set(solve, solve(this));
    return this.#results.get(solve) as Result;
  }

  has(at: number, length: number): boolean {
    return Number.isInteger(at) && at >= 0 && length >= 0 && at + length <= this.sizeBytes;
  }

  u8(at: number): number | null {
    return this.has(at, 1) ? this.#view.getUint8(at) : null;
  }

  u16le(at: number): number | null {
    return this.has(at, 2) ? this.#view.getUint16(at, true) : null;
  }

  u16be(at: number): number | null {
    return this.has(at, 2) ? this.#view.getUint16(at, false) : null;
  }

  u32le(at: number): number | null {
    return this.has(at, 4) ? this.#view.getUint32(at, true) : null;
  }

  u32be(at: number): number | null {
    return this.has(at, 4) ? this.#view.getUint32(at, false) : null;
  }

  /** Returns exactly `length` printable characters, or null when any of the bytes is not printable. */
  ascii(at: number, length: number): string | null {
    if (!this.has(at, length)) return null;
    const text = this.asciiRun(at, length);
    return text.length === length ? text : null;
  }

  /** Returns the printable characters from `at` up to the first byte that is not printable, at most `limit`. */
  asciiRun(at: number, limit: number): string {
    let text = '';
    for (let next = at; next < at + limit; next += 1) {
      const byte = this.u8(next);
      if (byte === null || byte < 0x20 || byte > 0x7e) break;
      text += String.fromCharCode(byte);
    }
    return text;
  }

  /** Returns one character for each byte, so that a position in the text is an offset in the window. */
  latin({ at, end }: Window): string {
    let text = '';
    // A call takes only so many arguments.
    for (let next = at; next < end; next += 0x4000) {
      text += String.fromCharCode(...this.#bytes.subarray(next, Math.min(end, next + 0x4000)));
    }
    return text;
  }

  matches(at: number, pattern: Uint8Array): boolean {
    if (!this.has(at, pattern.length)) return false;
    for (let index = 0; index < pattern.length; index += 1) {
      if (this.#bytes[at + index] !== pattern[index]) return false;
    }
    return true;
  }

  /** Returns the offset of the first `pattern` that starts inside the window, or null. */
  find(pattern: string | Uint8Array, window: Window): number | null {
    const needle = typeof pattern === 'string' ? asciiBytes(pattern) : pattern;
    const first = needle[0];
    if (first === undefined) return null;
    const startAt = Math.max(0, window.at);
    const searched = this.#bytes.subarray(startAt, Math.max(startAt, Math.min(window.end, startAt + searchLimit)));
    const lastAt = searched.length - needle.length;
    let at = searched.indexOf(first);
    while (at !== -1 && at <= lastAt) {
      if (this.matches(startAt + at, needle)) return startAt + at;
      at = searched.indexOf(first, at + 1);
    }
    return null;
  }

  /** Counts how often each byte value occurs in the window; blank and packed files are recognised by it. */
  countBytes(window: Window): Uint32Array {
    // Runs over every byte of every upload. A processor stalls on a counter that it has just written, and adjacent
    // bytes are often equal, so the first and the second byte of each pair have counters of their own.
    const counts = new Uint32Array(0x100);
    const seconds = new Uint32Array(0x100);
    const bytes = this.#bytes;
    const end = Math.min(window.end, this.sizeBytes);
    let at = Math.max(0, window.at);
    for (; at + 1 < end; at += 2) {
      const byte = bytes[at] as number;
      const second = bytes[at + 1] as number;
      counts[byte] = (counts[byte] as number) + 1;
      seconds[second] = (seconds[second] as number) + 1;
    }
    if (at < end) seconds[bytes[at] as number] = (seconds[bytes[at] as number] as number) + 1;
    for (let byte = 0; byte < 0x100; byte += 1) counts[byte] = (counts[byte] as number) + (seconds[byte] as number);
    return counts;
  }
}

export function asciiBytes(text: string): Uint8Array {
  return Uint8Array.from(text, (character) => character.charCodeAt(0));
}
