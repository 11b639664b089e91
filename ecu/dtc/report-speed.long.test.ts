/// <reference types="node" />
import { expect, test } from 'vitest';
import { processorMs } from '../../server/testing/processor-time.ts';
import { readReport } from './report.ts';

test.each([
  'P',
  'P0',
  'P040',
  '0x',
  '0',
  ' ',
  '\t',
  '\n',
  '1',
  '16785 ',
  '16785 - ',
  'P0401-',
  'P0401 00 ',
  '29CD\t',
  '29CD x\n',
  'B',
  'DDE',
  '4507 ',
  '4A7D ',
  'A',
])('a megabyte of %j is read within 500 ms', (piece) => {
  const text = piece.repeat(Math.ceil(1_000_000 / piece.length));
  const own = new Set(['4507', '4A7D']);
  readReport(text.slice(0, 10_000), own);
  const times = [1, 2, 3, 4, 5].map(() => {
    return processorMs(() => expect(readReport(text, own).codes.length).toBeLessThanOrEqual(1000));
  });
  // 60 ms at most on a quiet machine; a cost that grew with the square of the text would be minutes.
  expect(Math.min(...times)).toBeLessThan(500);
});
