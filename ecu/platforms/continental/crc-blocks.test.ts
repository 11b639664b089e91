import { expect, test } from 'vitest';
import { crc32Forward } from '../../checksums/crc32.ts';
import { Image } from '../../image.ts';
import { writeCrcRecord } from '../../testing/crc-record.ts';
import { SampleImage } from '../../testing/sample-image.ts';
import { crcBlockChecksums, createCrcRecordReader, listCrcBlocks } from './crc-blocks.ts';
import type { CrcLayout } from './crc-blocks.ts';

const bootAt = 0xc000;
const programAt = 0x20000;
/** As in MSD80, the program's header also lists an area in front of its own block. */
const areas = [
  [0x10000, 0x17fff],
  [programAt + 0x800, 0x2ffff],
] as const;

function sampleWith({ initial = 0, isBroken = false, origin = 0x80000000 } = {}): Image {
  const sample = new SampleImage(0x40000, 0xc3);
  const record = { initial: 0, origin: 0x80000000, isBigEndian: false };
  sample.fill(bootAt + 0x300, bootAt + 0x400, 0).fill(programAt + 0x300, programAt + 0x400, 0);
  writeCrcRecord(sample, { ...record, at: bootAt + 0x300, areas: [[0xc400, 0xffff]] });
  writeCrcRecord(sample, { ...record, at: programAt + 0x300, areas, initial, origin });
  if (isBroken) sample.u8(0x11111, 0x77);
  return new Image(sample.bytes);
}

test('areas are located relative to their block, or to the start of a file that is the whole memory', () => {
  expect(listCrcBlocks(sampleWith()).map(({ at, areas: found, isRight }) => ({ at, found, isRight }))).toEqual([
    { at: bootAt, found: [{ at: 0xc400, end: 0x10000 }], isRight: true },
    { at: programAt, found: areas.map(([at, last]) => ({ at, end: last + 1 })), isRight: true },
  ]);
});

test('the first word is the initial value of the register, and any but the two known values means no record', () => {
  const statesOf = (image: Image) => crcBlockChecksums(image).map(({ state, correct }) => [state, correct !== null]);
  for (const initial of [0, 0xffffffff]) {
    expect(statesOf(sampleWith({ initial }))).toEqual([
      ['ok', true],
      ['ok', true],
    ]);
    expect(statesOf(sampleWith({ initial, isBroken: true }))).toEqual([
      ['ok', true],
      ['wrong', true],
    ]);
  }
  expect(statesOf(sampleWith({ initial: 1 }))).toEqual([['ok', true]]);
});

test('addresses outside the flash do not form a header', () => {
  expect(listCrcBlocks(sampleWith({ origin: 0x40000000 }))).toHaveLength(1);
});

const bigEndian: CrcLayout = {
  isBigEndian: true,
  headerFields: [0x0, 0x100],
  places: [{ at: 0x20100, initial: 0xffffffff, firstArea: 0x20240, what: 'calibration' }],
};

/** A record of the family, and another of the same form at an offset the family does not declare. */
function bigEndianSample({ start = 0, origin = 0x800000, sizeBytes = 0x30000 } = {}): SampleImage {
  const sample = new SampleImage(sizeBytes, 0x5a);
  const record = { initial: 0xffffffff, origin, isBigEndian: true };
  writeCrcRecord(sample, { ...record, at: 0x20100 - start, areas: [[0x20240 - start, 0x2cfff - start]] });
  if (start === 0) writeCrcRecord(sample, { ...record, at: 0x10000, areas: [[0x10100, 0x17fff]] });
  return sample;
}

const checksumsOf = (sample: SampleImage) => createCrcRecordReader(bigEndian)(new Image(sample.bytes));
const statesOf = (sample: SampleImage) => checksumsOf(sample).map(({ state }) => state);

test.each([0, 0x800000])('a record is located in a memory that begins at %i', (origin) => {
  expect(statesOf(bigEndianSample({ origin }))).toEqual(['ok', 'ok']);
});

test('a calibration that was read alone is located by its record', () => {
  expect(statesOf(bigEndianSample({ start: 0x20000, origin: 0x820000, sizeBytes: 0x10000 }))).toEqual(['ok']);
});

test('a CRC that does not match is wrong at an offset that the family declares, and unknown anywhere else', () => {
  const broken = bigEndianSample().u8(0x10111, 0x77).u8(0x20333, 0x77);
  expect(checksumsOf(broken).map(({ name, state }) => [name, state])).toEqual([
    ['CRC-32 at 0x10004 of the block at 0x10000', 'unknown'],
    ['CRC-32 at 0x20104 of the calibration', 'wrong'],
  ]);
});

test('a correction writes the final register value into the record, in the byte order of the record', () => {
  const broken = bigEndianSample().u8(0x20333, 0x77);
  const [change, ...others] = checksumsOf(broken)[1]?.correct?.() ?? [];
  expect(others).toEqual([]);
  const crc = crc32Forward(new Image(broken.bytes), { at: 0x20240, end: 0x2d000 }, 0xffffffff);
  expect(change).toMatchObject({ at: 0x20104, after: Uint8Array.of(crc >>> 24, crc >>> 16, crc >>> 8, crc) });
  broken.put(0x20104, change?.after ?? []);
  expect(statesOf(broken)).toEqual(['ok', 'ok']);
});

test('a read that ends within the areas leaves the CRC unknown', () => {
  const whole = bigEndianSample();
  const cut = createCrcRecordReader(bigEndian)(new Image(whole.bytes.subarray(0, 0x2c000)));
  expect(cut.map(({ state, correct }) => [state, correct === null])).toEqual([
    ['ok', false],
    ['unknown', true],
  ]);
  expect(cut[1]?.name).toContain('in part');
});

test('a record whose areas contain its own CRC is ignored', () => {
  const sample = bigEndianSample();
  writeCrcRecord(sample, {
    at: 0x10000,
    areas: [[0x10000, 0x17fff]],
    initial: 0xffffffff,
    origin: 0x800000,
    isBigEndian: true,
  });
  expect(statesOf(sample)).toEqual(['ok']);
});
