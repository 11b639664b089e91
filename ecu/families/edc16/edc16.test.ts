import { expect, test } from 'vitest';
import { Image } from '../../image.ts';
import { edc16 } from './edc16.family.ts';
import { edc16Sample } from './edc16.sample.ts';

test('numbers and dataset are read from the blocks, and the part number is the one on the box', () => {
  expect(edc16.describe(new Image(edc16Sample()))).toEqual({
    softwareNumber: { value: '1037380001', at: 0x10, strength: 'strong' },
    dataset: { value: 'P447HAXE', at: 0x1A, strength: 'strong' },
    hardwareNumber: { value: '0281019999', at: 0x40CAE, strength: 'medium' },
    partNumber: { value: '03G906099NK', at: 0x40CD6, strength: 'medium' },
  });
});

test('a variant string names the exact model', () => {
  const facts = edc16.describe(new Image(edc16Sample({ variant: '99/1/EDC16CP35/011/390/0T0805/' })));
  expect(facts.model?.value).toBe('EDC16CP35');
});

test('blocks of two programs leave the software number out', () => {
  const facts = edc16.describe(new Image(edc16Sample({ secondSoftwareNumber: '1037380002' })));
  expect(facts.softwareNumber).toBeUndefined();
  expect(facts.dataset?.value).toBe('P447HAXE');
});

test('the two magic words without a block around them are no block', () => {
  expect(edc16.recognise(new Image(edc16Sample({ lastAddress: 0 })))).toEqual([]);
  expect(edc16.recognise(new Image(edc16Sample({ lastAddress: 0xFFFFFFFF })))).toEqual([]);
});

test('a block starts at a multiple of 0x100 and nowhere else', () => {
  expect(edc16.recognise(new Image(edc16Sample({ blockAt: 0x300 })))).toMatchObject([{ at: 0x300 }]);
  expect(edc16.recognise(new Image(edc16Sample({ blockAt: 0x304 })))).toEqual([]);
});
