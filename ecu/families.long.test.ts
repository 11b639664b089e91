import { expect, test } from 'vitest';
import { families } from './families.ts';
import { identify } from './identify.ts';
import { Image } from './image.ts';
import { samples } from './testing/samples.ts';

test.each(samples)('$name, cut short anywhere, is never taken for another family', ({ familyId, build }) => {
  const whole = build();
  const own = families.filter(({ id }) => id === familyId);
  expect([own.length, whole.length > 0]).toEqual([1, true]);
  // Cut at odd offsets, so that words and records are also cut in the middle.
  for (let sizeBytes = 0; sizeBytes < whole.length; sizeBytes += Math.max(0x3ff7, (whole.length >> 3) - 9)) {
    const image = new Image(whole.subarray(0, sizeBytes));
    const identification = identify(image);
    const found = identification.outcome === 'recognised' ? identification.family.familyId : familyId;
    expect(found).toBe(familyId);
    for (const family of own) {
      expect(() => [family.describe(image), family.dtcs?.list(image), family.checksums?.(image)]).not.toThrow();
    }
  }
});
