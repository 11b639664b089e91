import { expect, test } from 'vitest';
import { identify } from '../../identify.ts';
import { Image } from '../../image.ts';
import { implied, strong } from '../../testing/facts.ts';
import { dcm71 } from './dcm71.family.ts';
import { dcm71Sample, dcm71Texts } from './dcm71.sample.ts';

const buildImage = (texts: readonly (readonly [number, string])[], sizeBytes = 0x600000) =>
  new Image(dcm71Sample({ texts, sizeBytes }));

test('APSA and FOS are enough together, but neither is alone', () => {
  expect(identify(buildImage(dcm71Texts))).toMatchObject({ family: { familyId: 'dcm71', points: 60 } });
  for (const text of dcm71Texts) expect(identify(buildImage([text])).outcome).toBe('unknown');
});

test('the number after FOS is the software number', () => {
  expect(dcm71.describe(buildImage(dcm71Texts))).toEqual({
    softwareNumber: strong('9801234580', 0x50204),
    model: implied('DCM7.1A', 0x50204),
  });
});

test.each([
  { texts: [[0x50200, 'FOS_AB_9801234580_C3'] as const], sizeBytes: 0x600000 },
  { texts: dcm71Texts, sizeBytes: 0x400000 },
])('with a variant before the number, or another size, the file is not recognised', ({ texts, sizeBytes }) => {
  expect(dcm71.recognise(buildImage(dcm71Texts))).not.toEqual([]);
  expect(dcm71.recognise(buildImage(texts, sizeBytes))).toEqual([]);
});
