import { expect, test } from 'vitest';
import { families } from './families.ts';
import { identify } from './identify.ts';
import { Image } from './image.ts';
import { inspect } from './index.ts';
import { randomBytes } from './testing/sample-image.ts';
import { samples } from './testing/samples.ts';

test('every family has a name of its own and a sample', () => {
  const ids = families.map(({ id }) => id);
  expect(new Set(ids).size).toBe(ids.length);
  expect(new Set(samples.map(({ familyId }) => familyId))).toEqual(new Set(ids));
});

test.each(samples)('$name is recognised by exactly one family', ({ familyId, build }) => {
  const image = new Image(build());
  const claimants = families.filter((family) => family.recognise(image).length > 0);
  expect(claimants.map(({ id }) => id)).toEqual([familyId]);
  expect(inspect(build())).toMatchObject({
    fileType: 'OK',
    identification: { answer: 'recognised', family: { familyId } },
  });
});

test.each(samples)('$name is given the same answer whatever the order of the families', ({ build }) => {
  const image = new Image(build());
  expect(identify(image, families.toReversed())).toEqual(identify(image));
});

test.each(samples)('looking at $name leaves its bytes as they were', ({ build }) => {
  const bytes = build();
  inspect(bytes);
  for (const family of families) family.describe(new Image(bytes));
  expect(bytes).toEqual(build());
});

test.each(samples)('$name, cut short anywhere, is never taken for another family', ({ familyId, build }) => {
  const whole = build();
  for (let sizeBytes = 0; sizeBytes < whole.length; sizeBytes += 0x3FF7) {
    const image = new Image(whole.subarray(0, sizeBytes));
    for (const family of families) {
      const evidence = family.recognise(image);
      if (family.id !== familyId) expect(evidence).toEqual([]);
      expect(() => family.describe(image)).not.toThrow();
    }
  }
});

test.each(samples)('what is told about $name stands in the file, at the place named', ({ build }) => {
  const image = new Image(build());
  const identification = identify(image);
  const facts = identification.answer === 'recognised' ? Object.entries(identification.facts) : [];
  expect(facts.length).toBeGreaterThan(0);
  for (const [name, { value, at }] of facts) expect(image.ascii(at, value.length), name).toBe(value);
});

test.each([
  { name: 'an empty file', bytes: new Uint8Array(0) },
  { name: 'a single byte', bytes: new Uint8Array(1) },
  { name: 'an erased chip', bytes: new Uint8Array(0x80000).fill(0xFF) },
  { name: 'a file of zeros', bytes: new Uint8Array(0x200000) },
  { name: 'random bytes of 512 KB', bytes: randomBytes(0x80000, 1) },
  { name: 'random bytes of 2 MB', bytes: randomBytes(0x200000, 2) },
])('$name is of no family', ({ bytes }) => {
  const image = new Image(bytes);
  expect(inspect(bytes).identification).toEqual({ answer: 'unknown' });
  for (const family of families) {
    expect(family.recognise(image)).toEqual([]);
    expect(family.describe(image)).toEqual({});
  }
});

test.each(families)('$id says so when it can neither list trouble codes nor check sums', ({ dtcs, checksums }) => {
  expect(dtcs).toBeNull();
  expect(checksums).toBeNull();
});
