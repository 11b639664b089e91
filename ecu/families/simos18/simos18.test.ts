import { expect, test } from 'vitest';
import { identify } from '../../identify.ts';
import { Image } from '../../image.ts';
import { implied, strong } from '../../testing/facts.ts';
import { calibrationAt, simos1810Texts, simos18Sample, simos85Texts, simosTextSample } from './simos18.sample.ts';
import type { Simos18Options } from './simos18.sample.ts';
import { simos18 } from './simos18.family.ts';

const imageOf = (options: Simos18Options = {}) => new Image(simos18Sample(options));
const pointsOf = (image: Image) => simos18.recognise(image).reduce((sum, { points }) => sum + points, 0);
const statesOf = (image: Image) => simos18.checksums?.(image).map(({ state }) => state);

test('a matching CRC and the names prove the family; the CRC alone, found in related units too, is only a hint', () => {
  expect(pointsOf(imageOf())).toBe(95);
  const others = imageOf({ software: 'XX012345' });
  expect(pointsOf(others)).toBe(45);
  expect(identify(others)).toEqual({ outcome: 'unknown' });
});

test('without a matching CRC, header and names together are enough, but the header alone is not', () => {
  const broken = { breaksCalibration: true, breaksProgram: true };
  expect(pointsOf(imageOf(broken))).toBe(50);
  expect(simos18.recognise(imageOf({ ...broken, software: 'XX012345' }))).toEqual([]);
});

test('the dataset gives the software, the part number and, through its project, the model', () => {
  expect(simos18.describe(imageOf())).toEqual({
    model: implied('Simos 8', calibrationAt + 0x23),
    softwareId: strong('S85F1234', calibrationAt + 0x23),
    partNumber: strong('8P0907115AA', calibrationAt + 0x60),
    processor: implied('TriCore', calibrationAt + 0x23),
    vehicleManufacturer: implied('Audi', calibrationAt + 0x60),
  });
  expect(simos18.describe(imageOf({ partNumber: 'NO NUMBER' }))).toEqual({});
});

test('a wrong CRC is corrected only where another CRC confirms that the algorithm is the right one', () => {
  expect(statesOf(imageOf())).toEqual(['ok', 'ok']);
  const bytes = simos18Sample({ breaksCalibration: true });
  expect(statesOf(new Image(bytes))).toEqual(['wrong', 'ok']);
  for (const { at, after } of simos18.checksums?.(new Image(bytes))[0]?.correct?.() ?? []) bytes.set(after, at);
  expect(statesOf(new Image(bytes))).toEqual(['ok', 'ok']);
  const hopeless = imageOf({ breaksCalibration: true, breaksProgram: true });
  expect(simos18.checksums?.(hopeless).map(({ state, correct }) => [state, correct])).toEqual([
    ['unknown', null],
    ['unknown', null],
  ]);
});

test('the calibration alone is recognised where it is the whole file', () => {
  const whole = simos18Sample();
  expect(pointsOf(new Image(whole.subarray(calibrationAt, calibrationAt + 0x3c000)))).toBe(95);
});

test('the texts of Simos 18.10 give its numbers where the dataset contains its name twice', () => {
  const image = new Image(simosTextSample(simos1810Texts, 0x480000));
  expect(identify(image)).toMatchObject({ family: { familyId: 'simos18', points: 80 } });
  expect(simos18.describe(image)).toMatchObject({
    model: { value: 'Simos 18.10', strength: 'implied' },
    softwareNumber: { value: '10012345AB' },
    softwareId: { value: 'SCGA05G012345' },
    partNumber: { value: '8V0906259H' },
    softwareVersion: { value: '0002' },
  });
  const [[at, text] = [0, '']] = simos1810Texts;
  for (const other of [text.replace('CASCG123.', 'CASCG124.'), text.replace('111SCGA05G012345', '111SCGA05G012346')]) {
    expect(simos18.recognise(new Image(simosTextSample([[at, other]], 0x480000)))).toEqual([]);
  }
  expect(simos18.recognise(new Image(simosTextSample(simos1810Texts, 0x400000)))).toEqual([]);
});

test('the texts of Simos 8.5 are enough together, but neither is alone', () => {
  const image = new Image(simosTextSample(simos85Texts, 0x200000));
  expect(identify(image)).toMatchObject({ family: { familyId: 'simos18', points: 60 } });
  expect(simos18.describe(image)).toMatchObject({
    model: { value: 'Simos 8.5', strength: 'implied' },
    dataset: { value: 'CAS85ABCD' },
    partNumber: { value: '4G0907551K' },
    engine: { value: '3.0l V6 TFSI' },
    softwareVersion: { value: '0004' },
  });
  for (const text of simos85Texts) {
    expect(identify(new Image(simosTextSample([text], 0x200000))).outcome).toBe('unknown');
  }
});
