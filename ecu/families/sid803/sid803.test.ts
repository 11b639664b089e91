import { expect, test } from 'vitest';
import { Image } from '../../image.ts';
import { implied, strong } from '../../testing/facts.ts';
import { sid803 } from './sid803.family.ts';
import { sid803Sample } from './sid803.sample.ts';

test('an 803A yields its program, its number and the hardware number', () => {
  expect(sid803.describe(new Image(sid803Sample()))).toEqual({
    model: implied('SID803A', 0x40023),
    hardwareNumber: strong('5WS40299B-T', 0x6300),
    softwareNumber: strong('S122247999B0', 0x40010),
    softwareId: strong('PO20034000000', 0x40023),
    dataset: strong('CAPO2340', 0x40000),
  });
});

test('a PO0 program is an 803, and a program of neither kind has no model', () => {
  const withProgram = (program: string): Uint8Array => {
    const line = `T5_AA0Y1PO0AA00\x00S120079999G0\xFF\xFF\xFF\xFF${program.repeat(3)}`;
    return sid803Sample({ sizeBytes: 0x71000, texts: [[0x40000, line]] });
  };
  expect(sid803.describe(new Image(withProgram('111PO000AA000000'))).model?.value).toBe('SID803');
  expect(sid803.describe(new Image(withProgram('111PO700AA000000'))).model).toBeUndefined();
});

test('a calibration alone is recognised by its program, wherever the names before it are', () => {
  const pointsOf = (program: string) => {
    const image = new Image(sid803Sample({ sizeBytes: 0x10000, texts: [[0x20, program.repeat(3)]] }));
    return sid803.recognise(image).map(({ points }) => points);
  };
  expect(pointsOf('111PO20034000000')).toEqual([60]);
  expect(pointsOf('111PO70034000000')).toEqual([]);
});

test('a Siemens hardware number alone is not enough for recognition', () => {
  const evidence = sid803.recognise(new Image(sid803Sample({ texts: [[0x6300, '5WS40299B-T     05080017074749']] })));
  expect(evidence.reduce((sum, { points }) => sum + points, 0)).toBeLessThan(50);
});
