import { expect, test } from 'vitest';
import { Image } from '../../image.ts';
import { motronic } from './motronic.family.ts';
import { motronicUnnamedSample } from './motronic.sample.ts';

test('turned numbers make a Motronic, and no model is claimed', () => {
  expect(motronic.describe(new Image(motronicUnnamedSample()))).toEqual({
    hardwareNumber: { value: '0261203999', at: 0x7ee7, strength: 'strong', spelled: 'backwards' },
    softwareNumber: { value: '1267357299', at: 0x7ef1, strength: 'strong', spelled: 'backwards' },
    partNumber: { value: '90429999', at: 0x7efb, strength: 'medium', spelled: 'backwards' },
    vehicleManufacturer: { value: 'Opel', at: 0x7efb, strength: 'implied' },
  });
});

test('numbers of later years, the right way round, may be of any control unit', () => {
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

test('two places that disagree leave the number out', () => {
  const bytes = motronicUnnamedSample();
  const other = motronicUnnamedSample({ numbers: 'PJ9042999912673572980261203999' }).subarray(0x7ee7, 0x7f20);
  bytes.set(other, 0x1ee7);
  const facts = motronic.describe(new Image(bytes));
  expect(facts.softwareNumber).toBeUndefined();
  expect(facts.hardwareNumber?.value).toBe('0261203999');
});
