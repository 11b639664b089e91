import { expect, test } from 'vitest';
import { Image } from '../../image.ts';
import { implied, strong } from '../../testing/facts.ts';
import { sid208 } from './sid208.family.ts';
import { sid208Sample, sid208Texts } from './sid208.sample.ts';

const imageOf = (texts: readonly (readonly [number, string])[]) => new Image(sid208Sample({ texts }));
const pointsOf = (texts: readonly (readonly [number, string])[]) =>
  sid208.recognise(imageOf(texts)).map(({ points }) => points);

test('the line gives the model, and Ford as the vehicle maker', () => {
  expect(sid208.describe(imageOf(sid208Texts))).toEqual({
    model: strong('SID208', 0x20226),
    vehicleManufacturer: implied('Ford', 0x20226),
  });
});

test('the two numbers 24 bytes apart add evidence to the line but are not enough alone', () => {
  expect(pointsOf(sid208Texts)).toEqual([60, 30]);
  expect(pointsOf(sid208Texts.slice(1))).toEqual([30]);
  expect(pointsOf([[0x276e58, `AB39-12A650-AVZ${'\0'.repeat(9)}AB39-12K532-AVZ\0`]])).toEqual([30]);
  expect(pointsOf([[0x276e58, `AB39-12A650-AVZ${'\0'.repeat(10)}AB39-12K532-AVZ\0`]])).toEqual([]);
});

test.each(['AB39-12B684-AA\0\0\0\0\0\0CONTI_SID209_FRK_FRL_01AB39-12A650-FE\0', 'CONTI_SID208_FRP_FRQ_01'])(
  '%o is not recognised',
  (text) => {
    expect(pointsOf(sid208Texts)).not.toEqual([]);
    expect(pointsOf([[0x20200, text]])).toEqual([]);
  },
);
