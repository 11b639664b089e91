import { expect, test } from 'vitest';
import { Image } from '../../image.ts';
import { implied, strong } from '../../testing/facts.ts';
import { delphiCrd } from './delphi-crd.family.ts';
import { crd2Texts, crdTexts, delphiCrdSample } from './delphi-crd.sample.ts';

const imageOf = (texts: readonly (readonly [number, string])[]) => new Image(delphiCrdSample({ texts }));
const sumOf = (texts: readonly (readonly [number, string])[]) =>
  delphiCrd.recognise(imageOf(texts)).reduce((sum, { points }) => sum + points, 0);

test('a CRD2 yields its name, its program and the engine', () => {
  expect(delphiCrd.describe(imageOf(crd2Texts))).toEqual({
    model: strong('CRD2', 0x26005),
    softwareId: strong('TMAZZZ11', 0x1c009),
    engine: implied('OM651', 0x2600a),
  });
});

test('the CRC of the calibration is checked, and reported as unknown where no CRC matches', () => {
  const bytes = delphiCrdSample();
  const states = () => delphiCrd.checksums?.(new Image(bytes)).map(({ name, state }) => [name, state]);
  expect(states()).toEqual([['CRC-32 at 0x26050', 'ok']]);
  bytes[0x28000] = 0x77;
  expect(states()).toEqual([['CRC-32 at 0x26050', 'unknown']]);
});

test('a CRD is recognised, but its exact model is left open', () => {
  expect(sumOf(crdTexts)).toBe(100);
  expect(delphiCrd.describe(imageOf(crdTexts))).toEqual({
    engine: implied('OM646', 0x27260),
  });
});

test('the delivery text of a program alone is not enough: other Delphi units have it too', () => {
  expect(sumOf(crd2Texts.slice(0, 1))).toBe(40);
});

test('a delivery text without a date, and a name without the power, are not recognised', () => {
  expect(sumOf([[0x20, 'T6C1ZZ05_DELIV_3_G9CD_ML6_FIAT_POST_DMS_140108']])).toBe(0);
  expect(sumOf([[0x20, 'CRD2-651-TMAZZZ11-639A4X']])).toBe(0);
});
