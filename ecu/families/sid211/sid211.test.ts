import { expect, test } from 'vitest';
import { identify } from '../../identify.ts';
import { Image } from '../../image.ts';
import { implied, strong } from '../../testing/facts.ts';
import { sid211 } from './sid211.family.ts';
import { sid211Sample, sid211Texts } from './sid211.sample.ts';

const imageOf = (texts: readonly (readonly [number, string])[]) => new Image(sid211Sample({ texts }));
const pointsOf = (texts: readonly (readonly [number, string])[]) =>
  sid211.recognise(imageOf(texts)).map(({ points }) => points);

test('the line between two Ford numbers gives the system, the model and the maker', () => {
  expect(sid211.describe(imageOf(sid211Texts))).toEqual({
    softwareId: strong('CONTI_SID209_FRK_FRL01', 0x20220),
    model: implied('SID211', 0x20220),
    vehicleManufacturer: implied('Ford', 0x20220),
  });
  expect(identify(imageOf(sid211Texts))).toMatchObject({ family: { familyId: 'sid211', points: 80 } });
});

test('the third Ford number adds evidence to the line but is not enough alone', () => {
  expect(pointsOf(sid211Texts.slice(0, 1))).toEqual([60]);
  expect(pointsOf(sid211Texts.slice(1))).toEqual([20]);
});

test.each([
  'AB39-12B684-AA\0\0\0\0\0\0CONTI_SID208_FRP_FRQ_01AB39-12A650-FE\0',
  'GK21-12B684-AA\0\0\0\0\0\0CONTI_SID209_FRL_01GK21-12A650-AB\0',
  'CONTI_SID209_FRK_FRL01\0\0GK21-12A650-AB\0',
])('%o is not recognised', (text) => {
  expect(pointsOf(sid211Texts)).not.toEqual([]);
  expect(pointsOf([[0x20200, text]])).toEqual([]);
});
