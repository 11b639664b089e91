/** Builds the small but realistic images that families are tested with. */
export class SampleImage {
  readonly bytes: Uint8Array;
  readonly #view: DataView;

  constructor(sizeBytes: number, fill: number) {
    // Every fourth byte stands for program code, because a file with only filling counts as blank.
    this.bytes = new Uint8Array(sizeBytes).fill(fill);
    for (let at = 0; at < sizeBytes; at += 4) this.bytes[at] = (at >>> 2) & 0x1f;
    this.#view = new DataView(this.bytes.buffer);
  }

  u8(at: number, value: number): this {
    this.#view.setUint8(at, value);
    return this;
  }

  u16le(at: number, value: number): this {
    this.#view.setUint16(at, value, true);
    return this;
  }

  u16be(at: number, value: number): this {
    this.#view.setUint16(at, value, false);
    return this;
  }

  u32le(at: number, value: number): this {
    this.#view.setUint32(at, value, true);
    return this;
  }

  u32be(at: number, value: number): this {
    this.#view.setUint32(at, value, false);
    return this;
  }

  put(at: number, bytes: ArrayLike<number>): this {
    this.bytes.set(bytes, at);
    return this;
  }

  fill(at: number, end: number, value: number): this {
    this.bytes.fill(value, at, end);
    return this;
  }

  text(at: number, text: string): this {
    for (let index = 0; index < text.length; index += 1) this.u8(at + index, text.charCodeAt(index));
    return this;
  }
}

/** The same bytes every time, so that a failing test fails again (xorshift32, Marsaglia 2003). */
export function randomBytes(sizeBytes: number, seed: number): Uint8Array {
  let state = seed;
  return new Uint8Array(sizeBytes).map(() => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return state & 0xff;
  });
}
