import { expect, test } from 'vitest';
import { Image } from '../../image.ts';
import { inspect } from '../../inspect.ts';
import { implied, strong } from '../../testing/facts.ts';
import { simos } from './simos.family.ts';
import { simosSample } from './simos.sample.ts';

test('the line of text and the hardware number are reported', () => {
  expect(simos.describe(new Image(simosSample()))).toEqual({
    model: strong('SIMOS33', 0x4806c),
    hardwareNumber: strong('5WP40199', 0x7f80),
    softwareVersion: strong('4083', 0x4807f),
    softwareNumber: strong('6577315360', 0x7fda),
    partNumber: strong('06A906099AF', 0x48060),
    vehicleManufacturer: implied('Volkswagen Group', 0x48060),
  });
});

test.each(['lowThenHigh', 'lowThenHighTurned'] as const)('a chip with crossed lines (%s) is straightened', (wiring) => {
  const file = simosSample({ wiring });
  const { form, identification } = inspect(file);
  expect(form.name).toBe('crossed lines');
  expect(form.toFile?.([form.bytes])).toEqual(file);
  expect(identification).toMatchObject({
    family: { familyId: 'simos' },
    facts: { partNumber: { value: '06A906099AF' } },
  });
});

test('the line of text is read with letters in place of the version', () => {
  const texts = [[0x48060, '047906099C  1,0l SIMOS3PA      SJ04   ']] as const;
  const facts = simos.describe(new Image(simosSample({ texts })));
  expect([facts.partNumber?.value, facts.softwareVersion]).toEqual(['047906099C', undefined]);
});

test('SIMOS without a digit after it gives no model', () => {
  const texts = [[0x8060, '06A906099AM 1.6l 2V/R4 SIMOS   2585']] as const;
  const facts = simos.describe(new Image(simosSample({ sizeBytes: 0x40000, texts })));
  expect(facts.model).toBeUndefined();
  expect(facts.softwareVersion?.value).toBe('2585');
});

test.each(['111S33D0', '111S3DD04300', '111S3DD043000000'])(
  'the program %s, stored three times, is enough for recognition',
  (program) => {
    const image = new Image(simosSample({ texts: [[0x48010, program.repeat(3)]] }));
    expect(simos.recognise(image)).toMatchObject([{ points: 60, at: 0x48010 }]);
    expect(simos.recognise(new Image(simosSample({ texts: [[0x48010, program.repeat(2)]] })))).toEqual([]);
  },
);

test('a hardware number alone is not enough for recognition', () => {
  const evidence = simos.recognise(new Image(simosSample({ texts: [[0x7f80, '5WP40199----']] })));
  expect(evidence.reduce((sum, { points }) => sum + points, 0)).toBeLessThan(50);
});
