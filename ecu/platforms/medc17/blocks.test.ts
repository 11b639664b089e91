import { expect, test } from 'vitest';
import { Image } from '../../image.ts';
import { calibrationAt, innerRange, medc17Sample, variantsAt } from '../../testing/medc17-sample.ts';
import { listMedc17Blocks, placeAmong } from './blocks.ts';
import { medc17Checksums } from './checksums.ts';

const blocksOf = (...options: Parameters<typeof medc17Sample>) => listMedc17Blocks(new Image(medc17Sample(...options)));
const sumsOf = (bytes: Uint8Array) => medc17Checksums(new Image(bytes)).filter(({ kind }) => kind === 'sum');

test('free bytes after the last word belong to the header, and not to the block', () => {
  const [, calibration] = blocksOf({ freeBytes: 0xfc });
  expect(calibration).toMatchObject({ at: calibrationAt, end: 0x80000 - 0xfc });
  expect(sumsOf(medc17Sample({ freeBytes: 0xfc })).map(({ state }) => state)).toEqual(['ok', 'ok', 'ok']);
});

test('without its last word at the offset in the header, or with a free page, it is not a block', () => {
  expect(blocksOf({ freeBytes: 0xfc, breaksLastWord: true })).toHaveLength(1);
  expect(blocksOf({ freeBytes: 0x100 })).toHaveLength(1);
});

test('an address in another block is resolved inside that block', () => {
  const blocks = blocksOf({ hasRangeInOtherBlock: true });
  const [variants, calibration] = blocks;
  if (variants === undefined || calibration === undefined) throw new Error('two blocks were built');
  expect(placeAmong(blocks, variants, calibration.address + 0x10)).toBe(calibrationAt + 0x10);
  expect(placeAmong(blocks, calibration, variants.address)).toBe(variantsAt);
  expect(placeAmong(blocks, calibration, calibration.address - 0x100)).toBe(calibrationAt - 0x100);
});

test('a range that lies in another block is verified there, and corrected in its last word', () => {
  const bytes = medc17Sample({ hasRangeInOtherBlock: true });
  expect(sumsOf(bytes).map(({ state }) => state)).toEqual(['ok', 'ok', 'ok']);
  bytes[innerRange.at] = 0x77;
  const [inner] = sumsOf(bytes);
  expect(inner).toMatchObject({ state: 'wrong', ranges: [innerRange] });
  for (const { at, after } of inner?.correct?.() ?? []) bytes.set(after, at);
  expect(sumsOf(bytes)[0]?.state).toBe('ok');
});

test('the next block of the chain is identified by its address', () => {
  const bytes = medc17Sample();
  new DataView(bytes.buffer).setUint32(calibrationAt + 8, 0xa0020000, true);
  expect(listMedc17Blocks(new Image(bytes)).map(({ nextAddress }) => nextAddress)).toEqual([null, 0x80020000]);
});
