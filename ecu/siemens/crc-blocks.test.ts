import { expect, test } from 'vitest';
import { crc32Forward } from '../checksums/crc32.ts';
import { Image } from '../image.ts';
import { SampleImage } from '../testing/sample-image.ts';
import { crcBlockChecksums, listCrcBlocks } from './crc-blocks.ts';

const bootAt = 0xC000;
const programAt = 0x20000;
/** The program's header names what lies before its block, too, as in MSD80. */
const areas = [
  { at: 0x10000, end: 0x18000 },
  { at: programAt + 0x800, end: 0x30000 },
];

function sampleWith({ firstWord = 0, isBroken = false, startAddress = 0x80000000 } = {}): Image {
  const sample = new SampleImage(0x40000, 0xC3);
  sample.fill(bootAt + 0x300, bootAt + 0x400, 0).u32le(bootAt + 0x308, 1);
  sample.u32le(bootAt + 0x30C, 0x8000C400).u32le(bootAt + 0x310, 0x8000FFFF);
  const image = new Image(sample.bytes);
  sample.u32le(bootAt + 0x304, crc32Forward(image, { at: 0xC400, end: 0x10000 }, 0));
  const headerAt = programAt + 0x300;
  sample.fill(headerAt, headerAt + 0x100, 0).u32le(headerAt, firstWord).u32le(headerAt + 8, areas.length);
  for (const [index, { at, end }] of areas.entries()) {
    sample.u32le(headerAt + 12 + 8 * index, startAddress + at).u32le(headerAt + 16 + 8 * index, startAddress + end - 1);
  }
  sample.u32le(headerAt + 4, areas.reduce((register, area) => crc32Forward(image, area, register), 0));
  if (isBroken) sample.u8(0x11111, 0x77);
  return image;
}

test('areas are placed from their block, or from the start of a file that is the memory', () => {
  expect(listCrcBlocks(sampleWith()).map(({ at, areas: found, isRight }) => ({ at, found, isRight }))).toEqual([
    { at: bootAt, found: [{ at: 0xC400, end: 0x10000 }], isRight: true },
    { at: programAt, found: areas, isRight: true },
  ]);
});

test('a block that says its CRC was never made has no wrong one', () => {
  const statesOf = (image: Image) => crcBlockChecksums(image).map(({ state, correct }) => [state, correct !== null]);
  expect(statesOf(sampleWith({ isBroken: true }))).toEqual([['ok', true], ['wrong', true]]);
  expect(statesOf(sampleWith({ isBroken: true, firstWord: 0xFFFFFFFF }))).toEqual([['ok', true], ['unknown', false]]);
});

test('addresses outside the flash are no header', () => {
  expect(listCrcBlocks(sampleWith({ startAddress: 0x40000000 }))).toHaveLength(1);
});
