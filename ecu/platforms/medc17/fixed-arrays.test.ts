import { expect, test } from 'vitest';
import { wordOfCode } from '../../dtc/spelling.ts';
import { widelyUsedCodes } from '../../dtc/widely-used-codes.ts';
import { Image } from '../../image.ts';
import { medc17Sample } from '../../testing/medc17-sample.ts';
import { sentence } from '../../sentence.ts';
import { medc17Dtcs } from './dtcs.ts';

const count = 600;
const words = [...widelyUsedCodes].map((code) => wordOfCode(code) ?? 0).filter((word) => word >= 0x100);

/** Two tables of classes, a list of codes that may begin in forty places, and 16 KB in which each second byte could be a frame. */
function forgedImage(): Image {
  const bytes = Uint8Array.from(medc17Sample({ codes: 'none' })).fill(0xc3, 0x41000, 0x7f000);
  const view = new DataView(bytes.buffer);
  let at = 0x41004;
  for (let table = 0; table < 2; table += 1) {
    bytes.fill(0x33, at, at + 8);
    at += 8;
    for (let index = 0; index < count; index += 1) bytes[at + index] = index % 4 === 1 ? 1 : 0;
    bytes.fill(3, at + count, at + 2 * count);
    at += 2 * count;
    bytes.set([0x0f, 0, 0xff, 0xff, 0, 0, 0x33, 0x33], at);
    at += 8;
  }
  at = (at + 64) & ~1;
  for (let index = 0; index < count + 3 * 40; index += 1) {
    const word = index % 3 === 0 ? 0 : (words[Math.floor(index / 3) % words.length] as number);
    view.setUint16(at, word, true);
    at += 2;
  }
  for (let index = 1; index < 0x4000; index += 2) bytes.set([0, 1], at + index - 1);
  return new Image(bytes);
}

test('where more seems to fit than can be compared, no table is named, in a bounded time', () => {
  const startedAt = process.cpuUsage();
  expect(medc17Dtcs.list(forgedImage())).toEqual({ outcome: 'not found', reason: sentence('no_confirmed_table') });
  expect(process.cpuUsage(startedAt).user / 1000).toBeLessThan(2000);
});
