import { expect, test } from 'vitest';
import { identify } from '../../identify.ts';
import { Image } from '../../image.ts';
import { implied, strong } from '../../testing/facts.ts';
import { dcm62 } from './dcm62.family.ts';
import { dcm62PsaTexts, dcm62Sample, dcm62Texts } from './dcm62.sample.ts';

const buildImage = (texts: readonly (readonly [number, string])[], sizeBytes = 0x400000) =>
  new Image(dcm62Sample({ texts, sizeBytes }));
const application = dcm62Texts.map(([, text]) => text).join('');

test("part number, version and model are read from Volkswagen's application", () => {
  expect(dcm62.describe(buildImage(dcm62Texts))).toEqual({
    softwareId: strong('1MVAGAPP_ABC12', 0x40100),
    partNumber: strong('04L906056AB', 0x4011e),
    softwareVersion: strong('1001', 0x40134),
    model: implied('DCM6.2V', 0x40100),
    vehicleManufacturer: implied('Volkswagen Group', 0x4011e),
  });
});

test("PSA's name and FOS are enough together, but neither is alone", () => {
  expect(identify(buildImage(dcm62PsaTexts))).toMatchObject({ family: { familyId: 'dcm62', points: 60 } });
  expect(dcm62.describe(buildImage(dcm62PsaTexts))).toMatchObject({
    model: { value: 'DCM6.2A' },
    softwareNumber: { value: '9801234580', at: 0x5020a },
  });
  for (const text of dcm62PsaTexts) expect(identify(buildImage([text])).outcome).toBe('unknown');
});

test.each([
  application.replace('10011001', '10011002'),
  application.replace('123456', '12345A'),
  application.replace('04L906056AB\xFF\xFF\xFF\xFF', '04L906056AC\xFF\xFF\xFF\xFF'),
])('an application whose number is not repeated is not recognised: %o', (text) => {
  expect(dcm62.recognise(buildImage([[0x40100, application]]))).not.toEqual([]);
  expect(dcm62.recognise(buildImage([[0x40100, text]]))).toEqual([]);
});

test('a file of another size is not recognised', () => {
  expect(dcm62.recognise(buildImage(dcm62PsaTexts))).not.toEqual([]);
  expect(dcm62.recognise(buildImage(dcm62PsaTexts, 0x600000))).toEqual([]);
});
