import type { Image, Window } from '../image.ts';

const SHIFTS = [
  [7, 12, 17, 22],
  [5, 9, 14, 20],
  [4, 11, 16, 23],
  [6, 10, 15, 21],
];
const SINES = Array.from({ length: 64 }, (_, step) => Math.floor(Math.abs(Math.sin(step + 1)) * 2 ** 32) | 0);

/** MD5 of the window (RFC 1321), which must lie inside the image. */
export function md5(image: Image, { at, end }: Window): Uint8Array {
  const length = end - at;
  const wholeBytes = length - (length % 64);
  const tail = new Uint8Array(length % 64 < 56 ? 64 : 128);
  tail.set(image.bytes.subarray(at + wholeBytes, end));
  tail[length % 64] = 0x80;
  const tailView = new DataView(tail.buffer);
  tailView.setUint32(tail.length - 8, (length * 8) >>> 0, true);
  tailView.setUint32(tail.length - 4, Math.floor(length / 2 ** 29), true);
  const state = Int32Array.of(0x67452301, 0xefcdab89, 0x98badcfe, 0x10325476);
  const view = new DataView(image.bytes.buffer, image.bytes.byteOffset + at, wholeBytes);
  for (let block = 0; block < wholeBytes; block += 64) addBlock(state, view, block);
  for (let block = 0; block < tail.length; block += 64) addBlock(state, tailView, block);
  const result = new DataView(new ArrayBuffer(16));
  for (const [index, word] of state.entries()) result.setInt32(index * 4, word, true);
  return new Uint8Array(result.buffer);
}

function addBlock(state: Int32Array, view: DataView, blockAt: number): void {
  let [a = 0, b = 0, c = 0, d = 0] = state;
  for (let step = 0; step < 64; step += 1) {
    const round = step >>> 4;
    const [mixed, word] = mix(round, step, b, c, d);
    const sum = (a + mixed + (SINES[step] as number) + view.getInt32(blockAt + word * 4, true)) | 0;
    const shift = (SHIFTS[round] as number[])[step & 3] as number;
    [a, d, c] = [d, c, b];
    b = (b + ((sum << shift) | (sum >>> (32 - shift)))) | 0;
  }
  for (const [index, word] of [a, b, c, d].entries()) state[index] = ((state[index] as number) + word) | 0;
}

/** The function of a round, and which of the sixteen words its step adds. */
function mix(round: number, step: number, b: number, c: number, d: number): [mixed: number, word: number] {
  if (round === 0) return [(b & c) | (~b & d), step];
  if (round === 1) return [(d & b) | (~d & c), (5 * step + 1) & 15];
  if (round === 2) return [b ^ c ^ d, (3 * step + 5) & 15];
  return [c ^ (b | ~d), (7 * step) & 15];
}
