import { expect, test } from 'vitest';
import { families } from './families.ts';
import { identify } from './identify.ts';
import { Image } from './image.ts';
import { inspect } from './inspect.ts';
import { randomBytes } from './testing/sample-image.ts';
import { samples } from './testing/samples.ts';

test('every family has a unique id and a sample', () => {
  const ids = families.map(({ id }) => id);
  expect(new Set(ids).size).toBe(ids.length);
  expect(new Set(samples.map(({ familyId }) => familyId))).toEqual(new Set(ids));
});

test.each(samples)('$name is recognised as its own family and no other', ({ familyId, build }) => {
  expect(inspect(build())).toMatchObject({
    fileType: 'OK',
    identification: { outcome: 'recognised', family: { familyId } },
  });
});

test.each(samples)('$name gets the same result whatever the order of the families', ({ build }) => {
  const image = new Image(build());
  expect(identify(image, families.toReversed())).toEqual(identify(image));
});

test.each(samples)('inspecting $name leaves its bytes unchanged', ({ build }) => {
  const bytes = build();
  inspect(bytes);
  for (const family of families) family.describe(new Image(bytes));
  // Compared as a whole: a matcher that compares byte by byte takes a second for two million.
  expect(Buffer.compare(bytes, build())).toBe(0);
});

test.each(samples)('the facts reported about $name are in the file at their reported offsets', ({ build }) => {
  const image = new Image(build());
  const identification = identify(image);
  const facts = identification.outcome === 'recognised' ? Object.entries(identification.facts) : [];
  expect(facts.length).toBeGreaterThan(0);
  const all = facts.flatMap(([name, fact]) => [fact, ...(fact.others ?? [])].map((one) => ({ name, ...one })));
  for (const { name, value, at, strength, spelled } of all) {
    if (strength === 'implied') continue;
    const text = image.ascii(at, value.length);
    expect(spelled === 'backwards' ? text?.split('').toReversed().join('') : text, name).toBe(value);
  }
});

test.each([
  { name: 'an empty file', bytes: new Uint8Array(0) },
  { name: 'a single byte', bytes: new Uint8Array(1) },
  { name: 'an erased chip', bytes: new Uint8Array(0x80000).fill(0xff) },
  { name: 'a file of zeros', bytes: new Uint8Array(0x200000) },
  { name: 'random bytes of 512 KB', bytes: randomBytes(0x80000, 1) },
  { name: 'random bytes of 2 MB', bytes: randomBytes(0x200000, 2) },
])('$name belongs to no family', ({ bytes }) => {
  const image = new Image(bytes);
  expect(inspect(bytes).identification).toEqual({ outcome: 'unknown' });
  for (const family of families) {
    expect(family.recognise(image)).toEqual([]);
    expect(family.describe(image)).toEqual({});
  }
});
