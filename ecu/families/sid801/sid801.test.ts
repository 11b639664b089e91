import { expect, test } from 'vitest';
import { Image } from '../../image.ts';
import { inspect } from '../../inspect.ts';
import { strong } from '../../testing/facts.ts';
import { sid801 } from './sid801.family.ts';
import { sid801Sample } from './sid801.sample.ts';

test('program, number, calibration and hardware are reported', () => {
  expect(sid801.describe(new Image(sid801Sample()))).toEqual({
    hardwareNumber: strong('5WS40099B-T', 0x3f80),
    softwareNumber: strong('S118439999B0', 0x70042),
    softwareId: strong('PM32063000000', 0x70013),
    dataset: strong('CAPM3630', 0x70340),
  });
});

test('a chip with crossed lines is straightened', () => {
  const { form, identification } = inspect(sid801Sample({ wiring: 'lowThenHigh' }));
  expect(form.name).toBe('crossed lines');
  expect(identification).toMatchObject({ facts: { hardwareNumber: { value: '5WS40099B-T', at: 0x3f80 } } });
});

test.each([
  ['at another place, with no number behind it', 0x80000, [[0x60010, '111PM32063000000'.repeat(3)]]],
  ['in its boot code alone', 0x80000, [[0x1013c, '111PM3206300'.repeat(3)]]],
] as const)('a program is recognised %s', (_name, sizeBytes, texts) => {
  const points = sid801
    .recognise(new Image(sid801Sample({ sizeBytes, texts })))
    .reduce((sum, one) => sum + one.points, 0);
  expect(points).toBeGreaterThanOrEqual(50);
});

test('a calibration that was read alone yields the same facts as in the whole memory', () => {
  const facts = sid801.describe(new Image(sid801Sample().subarray(0x70000)));
  expect(facts).toMatchObject({ softwareNumber: { value: 'S118439999B0', at: 0x42 }, dataset: { value: 'CAPM3630' } });
});

test('a PO program is not recognised', () => {
  expect(sid801.recognise(new Image(sid801Sample()))).not.toEqual([]);
  const texts = [[0x70000, `sdd6ad80PO363000${'111PO32063000000'.repeat(3)}63S118439999B0`]] as const;
  expect(sid801.recognise(new Image(sid801Sample({ texts })))).toEqual([]);
});

test('the name of the calibration alone is not enough for recognition', () => {
  const evidence = sid801.recognise(new Image(sid801Sample({ texts: [[0x70340, 'CAPM3630.DAT']] })));
  expect(evidence.reduce((sum, { points }) => sum + points, 0)).toBeLessThan(50);
});
