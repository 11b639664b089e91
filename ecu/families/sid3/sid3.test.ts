import { expect, test } from 'vitest';
import { Image } from '../../image.ts';
import { implied, strong } from '../../testing/facts.ts';
import { sid3 } from './sid3.family.ts';
import type { Sid3Options } from './sid3.sample.ts';
import { sid3Sample } from './sid3.sample.ts';

const describe = (options: Sid3Options = {}) => sid3.describe(new Image(sid3Sample(options)));

test('the header of the calibration gives its name, its number and the program, which identifies a SID310', () => {
  expect(describe()).toEqual({
    model: implied('SID310', 0x40020),
    softwareNumber: strong('10999860AA', 0x40010),
    softwareId: strong('RFZRFE429Z000000', 0x40020),
    dataset: strong('CARFE9Z0', 0x40000),
  });
  expect(describe({ project: 'RFJ' }).model?.value).toBe('SID310');
});

test('an RF8 program is recognised, but the exact unit is left open', () => {
  expect(describe({ project: 'RF8' })).toMatchObject({ dataset: { value: 'CARF89Z0' } });
  expect(describe({ project: 'RF8' }).model).toBeUndefined();
});

test.each<Sid3Options>([
  { project: 'RFB' },
  { programProject: 'RF8' },
  { nameAgain: 'RFE8Z' },
  { secondProgram: 'RFZRFE429Y000000' },
  { sizeBytes: 0x480000 },
])('with %o the file is not recognised', (options) => {
  expect(sid3.recognise(new Image(sid3Sample()))).not.toEqual([]);
  expect(sid3.recognise(new Image(sid3Sample(options)))).toEqual([]);
});
