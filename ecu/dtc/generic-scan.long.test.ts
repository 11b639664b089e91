import { readFileSync, readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { processorMs } from '../../server/testing/processor-time.ts';
import { Image } from '../image.ts';
import { SampleImage, randomBytes } from '../testing/sample-image.ts';
import { listGenericCodes, scanForCodes } from './generic-scan.ts';
import { vagNumberOfCode, wordOfCode } from './spelling.ts';
import { widelyUsedCodes } from './widely-used-codes.ts';

type Options = {
  little?: boolean;
  spelling?: 'SAE' | 'VAG';
  tableAt?: number;
  /** Only every n-th widely used code is in the table. */
  every?: number;
  sorted?: boolean;
  /** How often a code occurs in its entry. */
  slots?: number;
};

/** Program-like bytes with one table: half of its codes are widely used, half the maker's own, each in two slots. */
function imageWithTable(options: Options = {}) {
  const { little = true, spelling = 'SAE', tableAt = 0x8000, every = 3, sorted = false, slots = 2 } = options;
  const sample = new SampleImage(0x20000, 0xff).put(0x400, randomBytes(0x7000, 7));
  const codes = [...widelyUsedCodes].filter((code, index) => code.startsWith('P') && index % every === 0);
  const mixed = codes.flatMap((code, index) => [code, `P1${String((index * 67) % 1000).padStart(3, '0')}`]);
  const listed = sorted ? mixed.toSorted() : mixed;
  let at = tableAt;
  for (const code of listed) {
    const word = (spelling === 'VAG' ? vagNumberOfCode(code) : wordOfCode(code)) ?? 0;
    for (let slot = 0; slot < slots; slot += 1, at += 2) sample[little ? 'u16le' : 'u16be'](at, word);
  }
  return { image: new Image(sample.bytes), codes: listed };
}

test.each([
  { little: true, spelling: 'SAE' },
  { little: false, spelling: 'SAE' },
  { little: true, spelling: 'VAG' },
  { little: false, spelling: 'VAG' },
] as const)('a table is found in every byte order and spelling: %o', (options) => {
  const { image, codes } = imageWithTable(options);
  const scan = scanForCodes(image, false);
  if (scan.outcome !== 'found') throw new Error(`not found, score ${scan.score}`);
  expect(scan.byteOrder).toBe(options.little ? 'little' : 'big');
  expect(scan.spelling).toBe(options.spelling);
  const found = new Set(scan.codes.map(({ code }) => code));
  expect(codes.filter((code) => !found.has(code))).toEqual([]);
});

test('every code is stored at its reported offsets', () => {
  const { image } = imageWithTable();
  const scan = scanForCodes(image, false);
  if (scan.outcome !== 'found') throw new Error('not found');
  expect(scan.codes).not.toEqual([]);
  for (const { number, entriesAt } of scan.codes) {
    for (const at of entriesAt) expect(image.u16le(at)).toBe(number);
  }
});

test('fewer widely used codes are enough only if the family is known', () => {
  const { image } = imageWithTable({ every: 10 });
  expect(scanForCodes(image, false).outcome).toBe('not found');
  expect(scanForCodes(image, true).outcome).toBe('found');
});

test('a table at an odd offset is rejected: byte order and phase would be ambiguous there', () => {
  expect(scanForCodes(imageWithTable({ tableAt: 0x8001, slots: 1 }).image, true).outcome).toBe('not found');
});

test('ascending numbers are not taken for codes', () => {
  for (const first of [0x0100, 0x4001, 0x4410]) {
    const sample = new SampleImage(0x10000, 0xff);
    for (let index = 0; index < 900; index += 1) sample.u16le(0x4000 + index * 2, first + index);
    expect(scanForCodes(new Image(sample.bytes), true).outcome).toBe('not found');
  }
  expect(scanForCodes(imageWithTable({ spelling: 'VAG', sorted: true }).image, true).outcome).toBe('not found');
});

test('numbers on a grid are not taken for codes, even if each of them is a widely used code', () => {
  const sample = new SampleImage(0x10000, 0xff);
  const grid = [...widelyUsedCodes].filter((code) => /^P0[0-6]\d[0-5]$/.test(code) && /[0136]\d$/.test(code));
  const few = grid.filter((code) => /(00|01|10|11|30|31)$/.test(code));
  for (let index = 0; index < 600; index += 1) {
    sample.u16le(0x4000 + index * 2, wordOfCode(few[(index * 7) % few.length] ?? 'P0100') ?? 0);
  }
  expect(scanForCodes(new Image(sample.bytes), true).outcome).toBe('not found');
});

test('the list names the codes but does not switch any off', () => {
  const listing = listGenericCodes(imageWithTable({ spelling: 'VAG' }).image, true);
  if (listing.outcome !== 'found') throw new Error('not found');
  expect(listing.notSwitchable?.message).toMatch(/not known/);
  expect(listing.confirmedBy.length).toBeGreaterThanOrEqual(2);
  expect(listing.rows.find(({ code }) => code === 'P0010')).toMatchObject({ number: 16394, makerNumber: '16394' });
});

test('no trouble codes are found in the programs and libraries of this machine', () => {
  const folders = [dirname(process.execPath), '/usr/bin', '/usr/lib', '/usr/lib/x86_64-linux-gnu', '/usr/share/fonts'];
  const paths = folders.flatMap((folder) => listFiles(folder).slice(0, 80));
  const wrong = paths.filter((path) => {
    const bytes = new Uint8Array(readFileSync(path)).subarray(0, 0x200000);
    return scanForCodes(new Image(bytes), false).outcome === 'found';
  });
  expect(paths.length).toBeGreaterThan(0);
  expect(wrong).toEqual([]);
});

function listFiles(folder: string): string[] {
  try {
    return readdirSync(folder, { withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(folder, entry.name));
  } catch {
    return [];
  }
}

test('whatever the bytes, the scan neither throws nor changes them', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 4096 }), fc.constantFrom(0, 1, 0x40, 0xff), (bytes, repeated) => {
      const whole = new Uint8Array(bytes.length + 512).fill(repeated);
      whole.set(bytes, 256);
      const before = whole.slice();
      scanForCodes(new Image(whole), true);
      listGenericCodes(new Image(whole), true);
      expect(whole).toEqual(before);
    }),
  );
});

test('scanning four megabytes of nothing but codes takes less than a second of CPU time', () => {
  const words = [...widelyUsedCodes].map((code) => wordOfCode(code) ?? 0);
  const bytes = new Uint8Array(0x400000);
  for (let at = 0; at < bytes.length; at += 2) {
    const word = at % 0x4000 < 0x100 ? 0xffff : (words[(at * 31) % words.length] ?? 0);
    bytes[at] = word & 0xff;
    bytes[at + 1] = word >>> 8;
  }
  const times = [1, 2, 3].map(() => {
    return processorMs(() => scanForCodes(new Image(bytes), true));
  });
  expect(Math.min(...times)).toBeLessThan(1000);
});
