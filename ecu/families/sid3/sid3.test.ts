import { expect, test } from 'vitest';
import { Image } from '../../image.ts';
import { implied, strong } from '../../testing/facts.ts';
import { sid3 } from './sid3.family.ts';
import type { Sid3Knobs } from './sid3.sample.ts';
import { sid3Sample } from './sid3.sample.ts';

const describe = (knobs: Sid3Knobs = {}) => sid3.describe(new Image(sid3Sample(knobs)));

test('the head of the calibration gives the calibration, its number and the program, and the program that it is a SID310', () => {
  expect(describe()).toEqual({
    model: implied('SID310', 0x40020),
    softwareNumber: strong('10999860AA', 0x40010),
    softwareId: strong('RFZRFE429Z000000', 0x40020),
    dataset: strong('CARFE9Z0', 0x40000),
  });
  expect(describe({ project: 'RFJ' }).model?.value).toBe('SID310');
});

test('a program of RF8 is recognised, and which unit it is stays open', () => {
  expect(describe({ project: 'RF8' })).toMatchObject({ dataset: { value: 'CARF89Z0' } });
  expect(describe({ project: 'RF8' }).model).toBeUndefined();
});

test.each<Sid3Knobs>([
  { project: 'RFB' },
  { programProject: 'RF8' },
  { nameAgain: 'RFE8Z' },
  { secondProgram: 'RFZRFE429Y000000' },
  { sizeBytes: 0x480000 },
])('with %o it is another control unit', (knobs) => {
  expect(sid3.recognise(new Image(sid3Sample()))).not.toEqual([]);
  expect(sid3.recognise(new Image(sid3Sample(knobs)))).toEqual([]);
});
