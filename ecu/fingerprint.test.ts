import { describe, expect, test } from 'vitest';
import { edc16Sample } from './families/edc16/edc16.sample.ts';
import { med17Sample } from './families/med17/med17.sample.ts';
import { countSame, estimateAlike, fingerprint, fingerprintBytes, readContent } from './fingerprint.ts';
import { swapPairs } from './forms/orders.ts';

const image = new Uint8Array(edc16Sample());

/** Random bytes that are the same in every run. */
function noise(length: number, seed: number): Uint8Array {
  const bytes = new Uint8Array(length);
  let state = seed;
  for (let at = 0; at < length; at += 1) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    bytes[at] = state >>> 24;
  }
  return bytes;
}

function withOthers(bytes: Uint8Array, places: readonly number[]): Uint8Array {
  const other = new Uint8Array(bytes);
  for (const at of places) other[at]! ^= 0x55;
  return other;
}

const printOf = (bytes: Uint8Array) => fingerprint({ bytes }) as Uint8Array;
const estimate = (one: Uint8Array, other: Uint8Array) => estimateAlike(printOf(one), printOf(other));

describe('a fingerprint', () => {
  const base = noise(0x40000, 7);

  test('is equal for equal contents, and differs in about half of its bits for unrelated contents', () => {
    expect(estimate(base, new Uint8Array(base))).toBe(1);
    expect(estimate(base, noise(0x40000, 8))).toBeLessThan(0.2);
  });

  test.each([
    ['a tenth', 0.1],
    ['a half', 0.5],
  ])('approximates the share of equal blocks: %s differs', (_, share) => {
    const changedTo = Math.round(base.length * share);
    const places = Array.from({ length: changedTo / 64 }, (__, index) => index * 64);
    const equal = 1 - share;
    // The share of equal blocks among all distinct blocks of both contents.
    expect(estimate(base, withOthers(base, places))).toBeCloseTo(equal / (2 - equal), 0);
    expect(Math.abs(estimate(base, withOthers(base, places)) - equal / (2 - equal))).toBeLessThan(0.2);
  });

  test('ignores blank ranges: erased sectors do not make two dumps similar', () => {
    const [one, other] = [new Uint8Array(0x80000).fill(0xff), new Uint8Array(0x80000).fill(0xff)];
    one.set(noise(0x10000, 1));
    other.set(noise(0x10000, 2));
    expect(estimate(one, other)).toBeLessThan(0.2);
  });

  test('does not exist for contents that are nearly empty', () => {
    expect(fingerprint({ bytes: noise(0x1000, 3) })).toHaveLength(fingerprintBytes);
    expect(fingerprint({ bytes: new Uint8Array(0x80000).fill(0xff) })).toBeNull();
    expect(fingerprint({ bytes: noise(512, 3) })).toBeNull();
    expect(fingerprint({ bytes: new Uint8Array() })).toBeNull();
  });
});

describe('the content of a file', () => {
  const padded = new Uint8Array(0x100000).fill(0xff);
  padded.set(image);
  const doubled = new Uint8Array(image.length * 2);
  doubled.set(image);
  doubled.set(image, image.length);

  test.each([
    ['doubled', doubled],
    ['filled up', padded],
    ['byte-swapped', swapPairs(image)],
  ])('is the same in a file that a tool has %s', (_, file) => {
    expect(file).not.toEqual(image);
    expect(readContent(file).bytes).toEqual(readContent(image).bytes);
    expect(readContent(file).bytes.length).toBeGreaterThan(0x40000);
  });

  test('that no family recognises counts once if it is stored twice', () => {
    const once = noise(0x8000, 5);
    const twice = new Uint8Array([...once, ...once]);
    expect(readContent(twice).bytes).toEqual(once);
    expect(readContent(once).bytes).toEqual(once);
  });
});

describe('equal bytes', () => {
  test('are counted one by one', () => {
    const one = noise(0x1000, 11);
    const other = withOthers(one, [0, 77, 0xfff]);
    expect(countSame(one, one)).toEqual({ bytesCompared: 0x1000, bytesSame: 0x1000 });
    expect(countSame(one, other)).toEqual({ bytesCompared: 0x1000, bytesSame: 0xffd });
  });

  test('leave out bytes that are blank in both files, but not those blank in one', () => {
    const one = noise(0x1000, 12);
    const other = new Uint8Array(one);
    one.fill(0xff, 0x800);
    other.fill(0xff, 0x800, 0xc00);
    expect(countSame(one, other)).toMatchObject({ bytesCompared: 0xc00 });
    expect(countSame(other, one)).toEqual(countSame(one, other));
  });

  test('end with the shorter file', () => {
    const one = noise(0x1000, 13);
    expect(countSame(one, one.subarray(0, 0x800))).toEqual({ bytesCompared: 0x1000, bytesSame: 0x800 });
    expect(countSame(one, new Uint8Array())).toEqual({ bytesCompared: 0x1000, bytesSame: 0 });
  });
});

test('another control unit is not similar', () => {
  const other = readContent(new Uint8Array(med17Sample()));
  const [one, two] = [fingerprint(readContent(image)), fingerprint(other)];
  expect(one === null || two === null ? 0 : estimateAlike(one, two)).toBeLessThan(0.2);
});
