import { expect, test } from 'vitest';
import { Image } from './image.ts';
import type { TextSignature } from './text-signatures.ts';
import { listMark } from './text-signatures.ts';
import { textSample } from './testing/text-sample.ts';

const mark: TextSignature = {
  anchor: 'NO ',
  pattern: /NO (?<partNumber>\d{4})/d,
  before: 12,
  after: 8,
  within: { at: 0, end: 0x8000 },
  points: 60,
  reason: 'a number',
};

function imageWith(texts: readonly (readonly [number, string])[]): Image {
  return new Image(textSample({ sizeBytes: 0x10000, texts }));
}

test('a group is found at its offset', () => {
  expect(listMark(imageWith([[0x100, 'NO 1234']]), mark)).toMatchObject([
    { at: 0x100, text: 'NO 1234', groups: { partNumber: { value: '1234', at: 0x103 } } },
  ]);
});

test('a text spelled backwards is found at its lowest offset', () => {
  const found = listMark(imageWith([[0x100, '4321 ON']]), { ...mark, reading: 'backwards' });
  expect(found).toMatchObject([{ at: 0x100, groups: { partNumber: { value: '1234', at: 0x100 } } }]);
});

test('an anchor does not match the text of its neighbour', () => {
  const found = listMark(imageWith([[0x100, 'NO 1234 NO 5']]), mark);
  expect(found.map(({ at }) => at)).toEqual([0x100]);
});

test('text outside the window is not found', () => {
  expect(listMark(imageWith([[0x7000, 'NO 1234']]), mark)).toHaveLength(1);
  expect(listMark(imageWith([[0x8000, 'NO 1234']]), mark)).toEqual([]);
});

test('a text cut off by the end of the file is not found', () => {
  const image = imageWith([[0x7000, 'NO 1234']]);
  expect(listMark(image, mark)).toHaveLength(1);
  expect(listMark(new Image(image.bytes.subarray(0, 0x7006)), mark)).toEqual([]);
});

test('the search of a file full of anchors stops after about a thousand', () => {
  const found = listMark(imageWith([[1, 'NO 1234'.repeat(0x1000)]]), mark);
  expect(found.length).toBeLessThanOrEqual(0x400);
});
