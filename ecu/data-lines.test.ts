import { expect, test } from 'vitest';
import type { Wiring } from './data-lines.ts';
import { crossLines, findWiring, uncrossLines, wirings } from './data-lines.ts';
import { edc16Sample } from './families/edc16/edc16.sample.ts';
import { Image } from './image.ts';
import { inspect } from './inspect.ts';
import { randomBytes } from './testing/sample-image.ts';

const names = Object.keys(wirings) as Wiring[];

test.each(names)('%s uses every data line of the chip exactly once', (name) => {
  expect(wirings[name].toSorted((one, other) => one - other)).toEqual(Array.from({ length: 16 }, (_, line) => line));
});

test.each(names)('%s: the bytes of a crossed chip are straightened to what the processor reads', (name) => {
  const seen = randomBytes(0x101, 7);
  expect(uncrossLines(new Image(crossLines(seen, name)), name).bytes).toEqual(seen);
});

test('a far jump to 0446 is stored as C0 F0 A0 14 in the chip of a SID 801', () => {
  expect(crossLines(Uint8Array.of(0xfa, 0x00, 0x46, 0x04), 'lowThenHigh')).toEqual(
    Uint8Array.of(0xc0, 0xf0, 0xa0, 0x14),
  );
});

test('straightening leaves the file unchanged', () => {
  const bytes = randomBytes(0x100, 8);
  uncrossLines(new Image(bytes), 'lowThenHigh');
  expect(bytes).toEqual(randomBytes(0x100, 8));
});

test('an EDC16 chip that was read on its own is recognised and converts back to the same file', () => {
  const file = crossLines(edc16Sample(), 'highThenLow');
  const { form, identification } = inspect(file);
  expect(identification).toMatchObject({ outcome: 'recognised', family: { familyId: 'edc16' } });
  expect(form.toFile?.([form.bytes])).toEqual(file);
});

test('no crossed lines are detected in random bytes, or in a file that starts with a single crossed word', () => {
  expect(findWiring(new Image(crossLines(edc16Sample(), 'highThenLow')))).not.toBeNull();
  const bytes = randomBytes(0x8000, 9);
  expect(findWiring(new Image(bytes))).toBeNull();
  bytes.set([0xc0, 0xf0]);
  expect(findWiring(new Image(bytes))).toBeNull();
});

test('the first words of an EDC16 block are stored as F7CD B78F B78F F73F in its chip', () => {
  const magic = Uint8Array.of(0xfa, 0xde, 0xca, 0xfe, 0xca, 0xfe, 0xaf, 0xfe);
  expect(crossLines(magic, 'highThenLow')).toEqual(Uint8Array.of(0xf7, 0xcd, 0xb7, 0x8f, 0xb7, 0x8f, 0xf7, 0x3f));
});

test('straightening leaves the file unchanged even where slices share its memory', () => {
  class Sharing extends Uint8Array {
    override slice(start?: number, end?: number): Uint8Array<ArrayBuffer> {
      return this.subarray(start, end);
    }
  }
  const bytes = new Sharing(randomBytes(0x100, 8));
  uncrossLines(new Image(bytes), 'lowThenHigh');
  expect([...bytes]).toEqual([...randomBytes(0x100, 8)]);
});
