import { expect, test } from 'vitest';
import { Image } from '../../image.ts';
import { implied, strong } from '../../testing/facts.ts';
import { edc3 } from './edc3.family.ts';
import { edc3Sample } from './edc3.sample.ts';

test('a joined file yields all facts in its line of text', () => {
  expect(edc3.describe(new Image(edc3Sample()))).toEqual({
    partNumber: strong('038906099FK', 0x3b19c),
    engine: strong('1,9l R4', 0x3b1a8),
    softwareVersion: strong('2169', 0x3b1b9),
    hardwareNumber: strong('0281010999', 0x3b1be),
    softwareId: strong('EA5AU100', 0x3b1c9),
    vehicleManufacturer: implied('Volkswagen Group', 0x3b19c),
  });
});

test.each(['UA03005A5Lodd', 'UA077016BLow', '\xAAA05301C5Hi'])('one chip of a pair is recognised: %j', (record) => {
  const image = new Image(edc3Sample({ sizeBytes: 0x20000, texts: [[0x8010, record]] }));
  expect(edc3.recognise(image)).toHaveLength(1);
  expect(edc3.describe(image)).toEqual({ softwareId: strong(record.slice(1, 9), 0x8011) });
});

test('a chip record that is one byte off is not recognised', () => {
  expect(edc3.recognise(new Image(edc3Sample()))).not.toEqual([]);
  const image = new Image(edc3Sample({ sizeBytes: 0x20000, texts: [[0x8011, 'UA03005A5Lodd']] }));
  expect(edc3.recognise(image)).toEqual([]);
});

test.each<[string, Parameters<typeof edc3Sample>[0]]>([
  [
    'an EDC15 record, which begins with another number, is not recognised',
    { sizeBytes: 0x80000, texts: [[0x10020, 'U\xAAAA1122770033FFEELHoi']] },
  ],
  ['a record in which the chips disagree is not recognised', { texts: [[0x10020, 'U\xAAAA0033000055AA54LHoi']] }],
])('%s', (_, options) => {
  expect(edc3.recognise(new Image(edc3Sample(options)))).toEqual([]);
});

test("BMW's files yield the hardware number and BMW's own number", () => {
  const texts = [
    [0x10020, 'U\xAAAA0055330011AA11LHoidd'],
    [0x37fd5, '77859997785999778599977859997785999U'],
    [0x3fc47, '5201104032980281001999A100000000000'],
  ] as const;
  expect(edc3.describe(new Image(edc3Sample({ texts })))).toEqual({
    hardwareNumber: strong('0281001999', 0x3fc53),
    partNumber: strong('7785999', 0x37fe3),
    vehicleManufacturer: implied('BMW', 0x37fe3),
  });
});

test('the line of text is read with spaces in place of HEX', () => {
  const texts = [
    [0x10020, 'U\xAAAA0033000055AA55LHoiee'],
    [0x3b19c, '038906099GN 1,9l R4 EDC  SG  2163 0281010999 EA5ST200   038906099GN 0399 '],
  ] as const;
  expect(edc3.describe(new Image(edc3Sample({ texts }))).hardwareNumber?.value).toBe('0281010999');
});

test('a line of text from before 1998, with padding after the hardware number, identifies the family by itself', () => {
  const texts = [
    [0x3222, '028906099CE 1.9l R4 EDC  SG  0803 0281001999\xFFC4GBT100HEX028906099CE 1295'],
    [0x3b222, '028906099CE 1.9l R4 EDC  AG  0803 0281001999\xFFC4GBN100HEX028906099CE 1295'],
  ] as const;
  const image = new Image(edc3Sample({ texts }));
  expect(edc3.recognise(image).map(({ points }) => points)).toEqual([60, 0]);
  expect(edc3.describe(image)).toMatchObject({
    hardwareNumber: { value: '0281001999', at: 0x3244 },
    partNumber: { value: '028906099CE', at: 0x3222 },
    softwareVersion: { value: '0803' },
  });
});

test('two copies with different numbers are both read', () => {
  const texts = [
    [0x3222, '028906099CE 1.9l R4 EDC  SG  0803 0281001999 C4GBT100HEX028906099CE 1295'],
    [0x3b222, '028906099CE 1.9l R4 EDC  AG  0803 0281001998 C4GBN100HEX028906099CE 1295'],
  ] as const;
  const { hardwareNumber, softwareId, softwareNumber } = edc3.describe(new Image(edc3Sample({ texts })));
  expect(hardwareNumber).toMatchObject({ value: '0281001999', others: [{ value: '0281001998', at: 0x3b244 }] });
  expect(softwareId).toMatchObject({ value: 'C4GBT100', others: [{ value: 'C4GBN100' }] });
  expect(softwareNumber).toBeUndefined();
});

test('a second part number behind the name of the project is given as well', () => {
  const texts = [[0x2f88, '038906099AH 1,9l R4 EDC  SG  1604 0281010999 E88DM300HEX038906098AH 1296 ']] as const;
  expect(edc3.describe(new Image(edc3Sample({ texts }))).partNumber).toEqual(
    strong('038906099AH', 0x2f88, { others: [strong('038906098AH', 0x2fc0)] }),
  );
});

test("Opel's plate gives the family, the part number, the engine and the hardware number", () => {
  const texts = [[0x3adda, '09136099 CT\xC3\xFF\xFFVJ0MS099_S\0\x02B99010X20DTL D3\xC3\x05\x130281001999']] as const;
  expect(edc3.describe(new Image(edc3Sample({ texts })))).toEqual({
    partNumber: strong('09136099', 0x3adda),
    softwareId: strong('VJ0MS099_S', 0x3ade8),
    engine: strong('X20DTL', 0x3adfa),
    hardwareNumber: strong('0281001999', 0x3ae06),
    vehicleManufacturer: implied('Opel', 0x3adda),
  });
  const cut = [[0x3adda, '09136099 CT\xC3\xFF\xFFVJ0MS099_S\0\x02X20DTL D3\xC3\x05\x130281001999']] as const;
  expect(edc3.recognise(new Image(edc3Sample({ texts: cut })))).toEqual([]);
});
