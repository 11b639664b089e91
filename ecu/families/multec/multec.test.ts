import { expect, test } from 'vitest';
import { Image } from '../../image.ts';
import { implied, strong } from '../../testing/facts.ts';
import { multec } from './multec.family.ts';
import { multecSample } from './multec.sample.ts';

test("the record gives the part number, the program and Opel's engine name", () => {
  expect(multec.describe(new Image(multecSample()))).toEqual({
    partNumber: strong('12249999', 0x62),
    softwareId: strong('DZJR', 0x6e),
    engine: strong('Z16XE', 0x7a),
    vehicleManufacturer: implied('Opel', 0x7a),
  });
});

test('a record without an Opel engine is not recognised', () => {
  expect(multec.recognise(new Image(multecSample()))).not.toEqual([]);
  const texts = [[0x62, '12249999 WX\xFFDZJR\xFF\xFFD04015LS1V8 0600']] as const;
  expect(multec.recognise(new Image(multecSample({ texts })))).toEqual([]);
});

test("the program's number is read before Delco's number", () => {
  const texts = [
    [0x3009, '93249999SJ\xFF\xFF16219999 JSBWJN'],
    [0x62, '12249999 WX\xFFDZJR\xFF\xFFD04015Z16XE'],
  ] as const;
  const facts = multec.describe(new Image(multecSample({ texts })));
  expect(facts.softwareNumber).toMatchObject({ value: '93249999', at: 0x3009 });
});

test("the oldest units store only Delco's number, backwards, at the start", () => {
  const image = new Image(multecSample({ sizeBytes: 0x8000, texts: [[8, '\\99921261DJ']] }));
  expect(multec.describe(image)).toEqual({
    partNumber: strong('16212999', 9, { spelled: 'backwards' }),
  });
});

test('the same digits elsewhere are not recognised', () => {
  expect(multec.recognise(new Image(multecSample()))).not.toEqual([]);
  const image = new Image(multecSample({ sizeBytes: 0x8000, texts: [[0x800, '\\99921261DJ']] }));
  expect(multec.recognise(image)).toEqual([]);
});
