import { expect, test } from 'vitest';
import { Image } from '../../image.ts';
import { edc16 } from '../edc16/edc16.family.ts';
import { edc16Sample } from '../edc16/edc16.sample.ts';
import { edc16Chip } from './edc16-chip.family.ts';
import { edc16ChipSample } from './edc16-chip.sample.ts';

test('the chip tells what the control unit would, but nothing stands there letter for letter', () => {
  const told = edc16.describe(new Image(edc16Sample()));
  const facts = edc16Chip.describe(new Image(edc16ChipSample()));
  expect(facts.softwareNumber).toEqual({ ...told.softwareNumber, strength: 'implied' });
  expect(Object.keys(facts)).toEqual(Object.keys(told));
});

test('an EDC16 read through the processor is not of this family', () => {
  expect(edc16Chip.recognise(new Image(edc16Sample()))).toEqual([]);
});

test('lines crossed in another way are not put in order', () => {
  expect(edc16Chip.recognise(new Image(edc16ChipSample({}, 'lowThenHigh')))).toEqual([]);
});
