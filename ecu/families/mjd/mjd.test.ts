import { expect, test } from 'vitest';
import { Image } from '../../image.ts';
import { implied, strong } from '../../testing/facts.ts';
import { mjd } from './mjd.family.ts';
import { mjdIdentity, mjdSample } from './mjd.sample.ts';

test('the name, the program and the part number are reported', () => {
  expect(mjd.describe(new Image(mjdSample()))).toEqual({
    model: implied('MJD 6JF', 0xe162),
    softwareId: strong('1413X999', 0x9e),
    partNumber: strong('55199999', 0xac),
  });
});

test('a name that stands at one end only is no name', () => {
  expect(mjd.recognise(new Image(mjdSample()))).not.toEqual([]);
  expect(mjd.recognise(new Image(mjdSample({ texts: [[0xe162, '6JF   MUST_C31418F2']] })))).toEqual([]);
});

test('program and part alone are not enough to be named', () => {
  const [evidence] = mjd.recognise(new Image(mjdSample({ texts: [[0x9a, mjdIdentity]] })));
  expect(evidence?.points).toBeLessThan(50);
});

test('a whole memory has the same texts 0x60000 higher', () => {
  const texts = [
    [0x6009a, mjdIdentity],
    [0x6e162, '6JF   MUST_C31416JF'],
  ] as const;
  const facts = mjd.describe(new Image(mjdSample({ sizeBytes: 0x71000, texts })));
  expect(facts).toMatchObject({ model: { value: 'MJD 6JF' }, partNumber: { value: '55199999' } });
});
