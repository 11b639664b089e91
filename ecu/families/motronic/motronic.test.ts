import { expect, test } from 'vitest';
import { Image } from '../../image.ts';
import { implied, medium, strong } from '../../testing/facts.ts';
import { motronic } from './motronic.family.ts';
import { motronicUnnamedSample } from './motronic.sample.ts';

test('backward numbers identify a Motronic, but no model is claimed', () => {
  expect(motronic.describe(new Image(motronicUnnamedSample()))).toEqual({
    hardwareNumber: strong('0261203999', 0x7ee7, { spelled: 'backwards' }),
    softwareNumber: strong('1267357299', 0x7ef1, { spelled: 'backwards' }),
    partNumber: medium('90429999', 0x7efb, { spelled: 'backwards' }),
    vehicleManufacturer: implied('Opel', 0x7efb),
  });
});

test('numbers of later years, not stored backwards, may belong to any control unit', () => {
  expect(motronic.recognise(new Image(motronicUnnamedSample()))).not.toEqual([]);
  const later = motronicUnnamedSample({ isTurned: false, numbers: '02612039991037357299' });
  const old = motronicUnnamedSample({ isTurned: false, numbers: '02612039991267357299' });
  expect(motronic.recognise(new Image(later))).toEqual([]);
  expect(motronic.recognise(new Image(old))).not.toEqual([]);
});

test('a hardware number alone is not enough', () => {
  expect(motronic.recognise(new Image(motronicUnnamedSample()))).not.toEqual([]);
  expect(motronic.recognise(new Image(motronicUnnamedSample({ numbers: '0261203999' })))).toEqual([]);
});

test('a number that differs between two places is left out', () => {
  const bytes = motronicUnnamedSample();
  const other = motronicUnnamedSample({ numbers: 'PJ9042999912673572980261203999' }).subarray(0x7ee7, 0x7f20);
  bytes.set(other, 0x1ee7);
  const facts = motronic.describe(new Image(bytes));
  expect(facts.softwareNumber).toBeUndefined();
  expect(facts.hardwareNumber?.value).toBe('0261203999');
});
