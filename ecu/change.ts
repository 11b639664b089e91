import type { Change } from './family.ts';
import type { Image } from './image.ts';

/** Returns the change that writes `after` at `at`, or nothing when those bytes are already there. */
export function changeAt(image: Image, at: number, after: ArrayLike<number>, why: string): Change[] {
  const before = image.bytes.slice(at, at + after.length);
  const expected = Uint8Array.from(after);
  if (before.length === expected.length && before.every((byte, index) => byte === expected[index])) return [];
  return [{ at, before, after: expected, why }];
}

export const u16leBytes = (value: number) => [value & 0xff, (value >>> 8) & 0xff];
export const u16beBytes = (value: number) => u16leBytes(value).toReversed();
export const u32leBytes = (value: number) => [...u16leBytes(value), ...u16leBytes(value >>> 16)];
export const u32beBytes = (value: number) => u32leBytes(value).toReversed();
