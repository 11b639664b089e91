import { expect, test } from 'vitest';
import { Image } from '../../image.ts';
import { inspect } from '../../inspect.ts';
import { strong } from '../../testing/facts.ts';
import { sid804 } from './sid804.family.ts';
import { sid804Sample } from './sid804.sample.ts';

test('program, number, calibration and hardware are reported', () => {
  expect(sid804.describe(new Image(sid804Sample()))).toEqual({
    hardwareNumber: strong('5WS40299C-T', 0x3f80),
    softwareNumber: strong('S118660999E0', 0x60042),
    softwareId: strong('PN16992700000', 0x60013),
    dataset: strong('CAPN1699', 0x60360),
  });
});

test('a chip with crossed lines is straightened', () => {
  const { form, identification } = inspect(sid804Sample({ wiring: 'lowThenHigh' }));
  expect(form.name).toBe('crossed lines');
  expect(identification).toMatchObject({ facts: { hardwareNumber: { value: '5WS40299C-T', at: 0x3f80 } } });
});

test.each([
  ['a name that stands once', 0x80000, '111PN16992700000'],
  ['a program of SID 801', 0x80000, '111PM32063000000'.repeat(3)],
  ['a file of another size', 0x100000, '111PN16992700000'.repeat(3)],
])('%s is not recognised', (_name, sizeBytes, text) => {
  expect(sid804.recognise(new Image(sid804Sample()))).not.toEqual([]);
  expect(sid804.recognise(new Image(sid804Sample({ sizeBytes, texts: [[0x60010, text]] })))).toEqual([]);
});
