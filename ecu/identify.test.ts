import { expect, test } from 'vitest';
import type { Evidence, Family } from './family.ts';
import { identify } from './identify.ts';
import { Image } from './image.ts';

const image = new Image(new Uint8Array(0x10));

function familyWith(id: string, points: number[]): Family {
  const evidence: Evidence[] = points.map((worth) => ({ points: worth, at: 0, reason: 'the test says so' }));
  return {
    id,
    maker: 'Bosch',
    models: [],
    recognise: () => evidence,
    describe: () => ({}),
    dtcs: null,
    checksums: null,
  };
}

test('evidence adds up, and the strongest family wins', () => {
  const outcome = identify(image, [familyWith('one-big-reason', [70]), familyWith('two-reasons', [50, 30])]);
  expect(outcome).toMatchObject({ outcome: 'recognised', family: { familyId: 'two-reasons', points: 80 } });
});

test('a tie is ambiguous and names both families', () => {
  const outcome = identify(image, [familyWith('first', [60]), familyWith('weaker', [55]), familyWith('second', [60])]);
  expect(outcome).toMatchObject({ outcome: 'ambiguous', candidates: [{ familyId: 'first' }, { familyId: 'second' }] });
});

test('a hint is not enough for recognition', () => {
  expect(identify(image, [familyWith('hinted', [49])])).toEqual({ outcome: 'unknown' });
});

test('without any evidence a file stays unknown', () => {
  expect(identify(image, [familyWith('silent', [])])).toEqual({ outcome: 'unknown' });
});
