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

test('a name that is only at one end of the text does not count', () => {
  expect(mjd.recognise(new Image(mjdSample()))).not.toEqual([]);
  expect(mjd.recognise(new Image(mjdSample({ texts: [[0xe162, '6JF   MUST_C31418F2']] })))).toEqual([]);
});

test('program and part number alone are not enough for recognition', () => {
  const [evidence] = mjd.recognise(new Image(mjdSample({ texts: [[0x9a, mjdIdentity]] })));
  expect(evidence?.points).toBeLessThan(50);
});

test('in a whole memory the same texts are read 0x60000 higher', () => {
  const texts = [
    [0x6009a, mjdIdentity],
    [0x6e162, '6JF   MUST_C31416JF'],
  ] as const;
  const facts = mjd.describe(new Image(mjdSample({ sizeBytes: 0x71000, texts })));
  expect(facts).toMatchObject({ model: { value: 'MJD 6JF' }, partNumber: { value: '55199999' } });
});
