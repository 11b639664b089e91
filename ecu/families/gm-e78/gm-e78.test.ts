import { expect, test } from 'vitest';
import { Image } from '../../image.ts';
import { switchOff } from '../../switch-off.ts';
import { gmE78 } from './gm-e78.family.ts';
import type { GmE78Options } from './gm-e78.sample.ts';
import { gmE78Sample, sampleLists } from './gm-e78.sample.ts';

test('the ends of both memories and the segments identify the family', () => {
  const image = new Image(gmE78Sample());
  expect(gmE78.recognise(image)).toMatchObject([{ points: 90 }]);
  expect(gmE78.describe(image)).toMatchObject({
    model: { value: 'E78', strength: 'implied' },
    softwareNumber: { value: '12688888', at: 0xcb005 },
    softwareVersion: { value: 'AC', at: 0xcb009 },
  });
});

test.each<GmE78Options>([{ tail: 0xaa55ffff }, { bootNumber: 98 }, { programNumber: 2 }])(
  'with %o the file is not recognised',
  (options) => {
    expect(gmE78.recognise(new Image(gmE78Sample()))).not.toEqual([]);
    expect(gmE78.recognise(new Image(gmE78Sample(options)))).toEqual([]);
  },
);

test('a read whose boot code is erased is recognised as well', () => {
  expect(gmE78.recognise(new Image(gmE78Sample({ bootNumber: 0xffff })))).toMatchObject([{ points: 90 }]);
});

test('six segments have a CRC and a sum each, and all of them match', () => {
  const states = gmE78.checksums?.(new Image(gmE78Sample())).map(({ state }) => state);
  expect(states).toEqual(Array.from({ length: 12 }, () => 'ok'));
});

test('the bits of a state byte beside its type stay unchanged', () => {
  const result = switchOff(gmE78Sample({ stateFlags: 0x40 }), gmE78, ['P0015']);
  const changes = result.outcome === 'done' ? result.dtcChanges : [];
  expect(changes.map(({ at, before, after }) => [at - sampleLists.statesAt, before[0], after[0]])).toEqual([
    [5, 0x46, 0x44],
  ]);
});
