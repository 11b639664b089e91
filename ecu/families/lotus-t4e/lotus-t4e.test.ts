import { expect, test } from 'vitest';
import { Image } from '../../image.ts';
import { SampleImage } from '../../testing/sample-image.ts';
import { implied, strong } from '../../testing/facts.ts';
import { lotusT4e } from './lotus-t4e.family.ts';
import { lotusBootSample, lotusProgramSample } from './lotus-t4e.sample.ts';

const calibrationOf = (text: string) => new Image(new SampleImage(0x10000, 0x5a).text(0, text).bytes);

test('the program gives its name and version', () => {
  expect(lotusT4e.describe(new Image(lotusProgramSample()))).toEqual({
    softwareId: strong('T4E099', 0x551ed),
    softwareVersion: strong('V0099', 0x55208),
    vehicleManufacturer: implied('Lotus', 0x551ed),
    processor: implied('MPC5xx', 0x551ed),
  });
});

test('the boot code gives its number', () => {
  expect(lotusT4e.describe(new Image(lotusBootSample())).partNumber).toEqual(strong('A199E0029F', 0xffe0));
});

test('the name of the calibration is read only at its start', () => {
  expect(lotusT4e.describe(calibrationOf('ATL99E01 01-23-2006 12:43       ')).dataset?.value).toBe('ATL99E01');
  expect(lotusT4e.recognise(calibrationOf(' ATL99E01 01-23-2006 12:43       '))).toEqual([]);
});

test.each([
  ['a number inside the boot code', [0x8000, 'A199E0029F K0401']],
  ['a number that is not surrounded by erased bytes', [0xffe0, 'A199E0029F K0401']],
] as const)('%s is not recognised', (_name, text) => {
  expect(lotusT4e.recognise(new Image(lotusBootSample()))).not.toEqual([]);
  expect(lotusT4e.recognise(new Image(lotusBootSample({ texts: [text] })))).toEqual([]);
});
