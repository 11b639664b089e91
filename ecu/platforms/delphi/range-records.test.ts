import { expect, test } from 'vitest';
import { Image } from '../../image.ts';
import { writeRangeRecord } from '../../testing/range-record.ts';
import { SampleImage } from '../../testing/sample-image.ts';
import { delphiChecksums } from './range-records.ts';

const programAt = 0x1c080;
const calibrationAt = 0x26050;
const sumAt = calibrationAt + 0x1c;
const looseAt = 0x3ffb4;

/** A program, a calibration with an inner sum, and a range that is not a block. */
function sampleWith(): SampleImage {
  const sample = new SampleImage(0x40000, 0x5a);
  writeRangeRecord(sample, { at: sumAt, first: 0x2a7a4, last: 0x2ec66, kind: 'sum' });
  writeRangeRecord(sample, { at: programAt, first: programAt + 0x40, last: 0x25fff });
  writeRangeRecord(sample, { at: calibrationAt, first: calibrationAt + 0x38, last: 0x2ffff });
  writeRangeRecord(sample, { at: looseAt, first: 0x33d00, last: 0x37228 });
  return sample;
}

const checksumsOf = (sample: SampleImage) => delphiChecksums(new Image(sample.bytes));
const statesOf = (sample: SampleImage) => checksumsOf(sample).map(({ name, state }) => `${name} ${state}`);

const program = 'CRC-32 at 0x1C080';
const calibration = 'CRC-32 at 0x26050';
const sum = 'sum of bytes at 0x2606C';
const loose = 'CRC-32 at 0x3FFB4';

test('CRCs and the sum inside one of them match, and the sum comes first', () => {
  expect(statesOf(sampleWith())).toEqual([`${program} ok`, `${sum} ok`, `${calibration} ok`, `${loose} ok`]);
});

test('a change inside the summed range breaks sum and CRC, and both are corrected', () => {
  const sample = sampleWith().u8(0x2b001, 0x77);
  expect(statesOf(sample)).toEqual([`${program} ok`, `${sum} wrong`, `${calibration} wrong`, `${loose} ok`]);
  for (const checksum of checksumsOf(sample))
    for (const { at, after } of checksum.correct?.() ?? []) sample.put(at, after);
  expect(statesOf(sample)).toEqual([`${program} ok`, `${sum} ok`, `${calibration} ok`, `${loose} ok`]);
});

test('a range that is not a block is accepted only while its CRC matches', () => {
  expect(statesOf(sampleWith().u8(0x34001, 0x77))).toEqual([`${program} ok`, `${sum} ok`, `${calibration} ok`]);
});

test('where no CRC matches, all are unknown', () => {
  const sample = sampleWith().u8(0x34001, 0x77).u8(0x20001, 0x77).u8(0x2b001, 0x77);
  expect(statesOf(sample)).toEqual([`${program} unknown`, `${sum} unknown`, `${calibration} unknown`]);
  expect(checksumsOf(sample).map(({ correct }) => correct)).toEqual([null, null, null]);
});

test.each([
  ['erased bytes do not follow it', (sample: SampleImage) => sample.u8(programAt + 27, 0)],
  ['its range ends behind the file', (sample: SampleImage) => sample.u32le(programAt + 8, 0x40fff)],
  ['its range holds the record itself', (sample: SampleImage) => sample.u32le(programAt + 4, programAt)],
  ['its range is shorter than any', (sample: SampleImage) => sample.u32le(programAt + 8, programAt + 0x100)],
])('it is not a record when %s', (_name, change) => {
  expect(statesOf(sampleWith()).join()).toContain(program);
  expect(statesOf(change(sampleWith())).join()).not.toContain(program);
});
