import { expect, test } from 'vitest';
import { Image } from '../../image.ts';
import { implied, strong } from '../../testing/facts.ts';
import { ppd1 } from './ppd1.family.ts';
import { ppd1Sample } from './ppd1.sample.ts';

test('all facts are read from one line of text', () => {
  expect(ppd1.describe(new Image(ppd1Sample()))).toEqual({
    model: strong('PPD1.2', 0x74),
    softwareNumber: strong('6576286999', 0x10),
    softwareId: strong('SN100K5400000', 0x23),
    partNumber: strong('03G906099ER', 0x60),
    dataset: strong('CASN1K54', 0x50),
    engine: strong('R4 2.0l', 0x6c),
    vehicleManufacturer: implied('Volkswagen Group', 0x60),
  });
});

test('the hardware number is read after the version, which follows the line', () => {
  const line =
    `6576286999--    ${'111SN100K5400000'.repeat(3)}CASN1K54.DAT    03G906099ER R4 2.0l PPD1.2     \0` +
    '0499657628.90.02';
  expect(ppd1.describe(new Image(ppd1Sample({ texts: [[0x10, line]] })))).toMatchObject({
    softwareVersion: { value: '0499' },
    hardwareNumber: { value: '657628.90.02', at: 0x84 },
  });
});

test('the program alone identifies the control unit but yields no facts', () => {
  const image = new Image(ppd1Sample({ texts: [[0x10, '111SN100K5400000'.repeat(3)]] }));
  expect(ppd1.recognise(image)).toMatchObject([{ points: 60, at: 0x10 }]);
  expect(ppd1.describe(image)).toEqual({});
});

test('the line may have other numbers and other gaps', () => {
  const line = `6577280001- 111${['SN110T0100000', 'SN110T0100000', 'SN110T0100000'].join('111')}CBSN1T01A.DAT  03G906099ER R4 2.0l PPD1.5`;
  expect(ppd1.describe(new Image(ppd1Sample({ texts: [[0x10, line]] })))).toMatchObject({
    softwareNumber: { value: '6577280001' },
    dataset: { value: 'CBSN1T01A' },
    model: { value: 'PPD1.5' },
  });
});

test('a program whose three names differ is not recognised', () => {
  expect(ppd1.recognise(new Image(ppd1Sample()))).not.toEqual([]);
  const text = `6576286999--    111SN100K5400000111SN100K5400000111SN100K5400001CASN1K54.DAT    03G906099ER R4 2.0l PPD1.2`;
  expect(ppd1.recognise(new Image(ppd1Sample({ texts: [[0x10, text]] })))).toEqual([]);
});

test('two calibrations in one file that disagree are both reported', () => {
  const line = (number: string): string => {
    return `${number}--    ${'111SN100K5400000'.repeat(3)}CASN1K54.DAT    03G906099ER R4 2.0l PPD1.2    `;
  };
  const texts = [
    [0x10, line('6576286999')],
    [0x20010, line('6576286998')],
  ] as const;
  const facts = ppd1.describe(new Image(ppd1Sample({ texts })));
  expect(facts.softwareNumber).toMatchObject({ value: '6576286999', others: [{ value: '6576286998', at: 0x20010 }] });
  expect(facts.partNumber?.value).toBe('03G906099ER');
});
