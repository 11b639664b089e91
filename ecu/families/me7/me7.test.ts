import { expect, test } from 'vitest';
import { Image } from '../../image.ts';
import { me7 } from './me7.family.ts';
import { me7Sample } from './me7.sample.ts';

test('model, dataset and the numbers of the Volkswagen group are read', () => {
  expect(me7.describe(new Image(me7Sample()))).toMatchObject({
    model: { value: 'ME7.5' },
    variant: { value: '40/1/ME7.5/5/4016.32//24e/Dst04o/190101//', at: 0x10005 },
    dataset: { value: 'Dst04o' },
    hardwareNumber: { value: '0261209999', at: 0x183B2 },
    softwareNumber: { value: '1037369999', at: 0x183BC },
    partNumber: { value: '8E0906099B', at: 0x11566 },
  });
});

test('MED7 has the same table and is not taken for ME7', () => {
  const bytes = me7Sample({ variant: '43/1/MED7.1.1/5/40B4.00//56F/Dst03o/180703//' });
  expect(me7.recognise(new Image(bytes))).toEqual([]);
});

test('a Volvo file is recognised, and the numbers that all Volvo files share are left out', () => {
  const image = new Image(me7Sample({ hasBoundsTable: false, isVolvo: true }));
  expect(me7.recognise(image).map(({ points }) => points)).toEqual([60, 40]);
  const facts = me7.describe(image);
  expect([facts.hardwareNumber, facts.softwareNumber]).toEqual([undefined, undefined]);
});

test('a hardware number without a software number right behind it is left out', () => {
  const facts = me7.describe(new Image(me7Sample({ numbers: '0261209999 1037369999' })));
  expect([facts.hardwareNumber, facts.softwareNumber]).toEqual([undefined, undefined]);
});
