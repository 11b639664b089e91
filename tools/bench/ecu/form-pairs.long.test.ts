import { expect, test } from 'vitest';
import { edc16Sample } from '../../../ecu/families/edc16/edc16.sample.ts';
import { damagedForms, formPairs } from '../../../ecu/testing/form-pairs.ts';
import { readForm } from './form-pairs.ts';

const image = edc16Sample();

test('a memory that went through any two forms is read and written in every copy', () => {
  expect(formPairs.map((made) => readForm(image, 'edc16', made).outcome)).toEqual(formPairs.map(() => 'right'));
});

test('a form of which bytes are lost is right, or refused with the reason', () => {
  const outcomes = damagedForms.map((made) => readForm(image, 'edc16', made));
  expect(
    outcomes.filter(({ outcome, reason }) => outcome === 'wrong' || (outcome === 'refused' && reason === '')),
  ).toEqual([]);
  expect(new Set(outcomes.map(({ outcome }) => outcome))).toEqual(new Set(['right', 'refused']));
});

test('a copy of the memory that is not read is noticed', () => {
  const make = (images: { image: Uint8Array }) => {
    const hidden = images.image.map((byte) => byte ^ 0x5a);
    const file = new Uint8Array(2 * hidden.length);
    file.set(images.image);
    file.set(hidden, hidden.length);
    return file;
  };
  expect(readForm(image, 'edc16', { name: 'with a hidden copy', make, losesBytes: false }).outcome).not.toBe('right');
});
